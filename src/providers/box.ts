import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './box.mark.ts'

/** Sign in with Box. */
const Box: ProviderFunction<Profile, object, 'box'> = defineProvider({
  id: 'box',
  name: 'Box',
  type: 'oauth',
  docs: 'https://developer.box.com/guides/authentication/oauth2/',
  authorization: 'https://account.box.com/api/oauth2/authorize',
  token: 'https://api.box.com/oauth2/token',
  userinfo: 'https://api.box.com/2.0/users/me',
  revocation: 'https://api.box.com/oauth2/revoke',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: 'name', email: 'login', image: 'avatar_url' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#0075c9', logo },
})

export default Box
