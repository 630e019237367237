import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './codeberg.mark.ts'

/** Sign in with Codeberg, a Forgejo server. */
const Codeberg: ProviderFunction<Profile, object, 'codeberg'> = defineProvider({
  id: 'codeberg',
  name: 'Codeberg',
  type: 'oauth',
  docs: 'https://forgejo.org/docs/latest/user/oauth2-provider/',
  authorization: {
    url: 'https://codeberg.org/login/oauth/authorize',
    params: { scope: 'openid profile email' },
  },
  token: 'https://codeberg.org/login/oauth/access_token',
  userinfo: 'https://codeberg.org/login/oauth/userinfo',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
    image: 'picture',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#2185d0', logo },
})

export default Codeberg
