import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './spotify.mark.ts'

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
  accountChoice: { show_dialog: 'true' },
  provides: { email: 'unverified', refreshToken: true },
  callback: { http: 'loopback', refuses: 'localhost' },
  style: {
    brandColor: '#1db954',
    logo,
  },
})

export default Spotify
