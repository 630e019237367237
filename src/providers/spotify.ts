import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Spotify. */
const Spotify: ProviderFunction<Profile, object, 'spotify'> = defineProvider({
  id: 'spotify',
  name: 'Spotify',
  type: 'oauth',
  docs: 'https://developer.spotify.com/documentation/web-api/tutorials/code-flow',
  authorization: {
    url: 'https://accounts.spotify.com/authorize',
    params: { scope: 'user-read-email' },
  },
  token: 'https://accounts.spotify.com/api/token',
  userinfo: 'https://api.spotify.com/v1/me',
  checks: ['pkce', 'state'],
  profile: { id: 'id', name: 'display_name', email: 'email', image: 'images.0.url' },
  provides: { email: 'unverified', refreshToken: true },
  callback: { http: 'loopback', refuses: 'localhost' },
  style: {
    brandColor: '#1db954',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="12" cy="12" r="10"/><path d="M6.5 9c4-1.2 7.5-.8 11 1M7 12.5c3.5-1 6.5-.6 9.5 1M7.5 16c3-.8 5-.5 7.5.7"/></svg>',
  },
})

export default Spotify
