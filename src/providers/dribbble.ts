import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Dribbble. Its tokens do not expire. */
const Dribbble: ProviderFunction<Profile, object, 'dribbble'> = defineProvider({
  id: 'dribbble',
  name: 'Dribbble',
  type: 'oauth',
  docs: 'https://developer.dribbble.com/v2/oauth/',
  authorization: { url: 'https://dribbble.com/oauth/authorize', params: { scope: 'public' } },
  token: 'https://dribbble.com/oauth/token',
  userinfo: 'https://api.dribbble.com/v2/user',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: ['name', 'login'], email: 'email', image: 'avatar_url' },
  provides: { email: false, refreshToken: false },
  style: {
    brandColor: '#ea4c89',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="none" stroke="currentColor" stroke-width="2"><circle cx="12" cy="12" r="9"/><path d="M4 8c6 1 11 0 14-3M8.5 4c4 5 6 10 7 16M3.5 15c5-5 11-5 17-3"/></g></svg>',
  },
})

export default Dribbble
