import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './dribbble.mark.ts'

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
    logo,
  },
})

export default Dribbble
