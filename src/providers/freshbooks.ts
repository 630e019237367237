import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with FreshBooks. Every refresh token works once. */
const FreshBooks: ProviderFunction<Profile, object, 'freshbooks'> = defineProvider({
  id: 'freshbooks',
  name: 'FreshBooks',
  type: 'oauth',
  docs: 'https://www.freshbooks.com/api/authentication',
  authorization: {
    url: 'https://auth.freshbooks.com/oauth/authorize/',
    params: { scope: 'user:profile:read' },
  },
  token: 'https://api.freshbooks.com/auth/oauth/token',
  userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
  revocation: { url: 'https://api.freshbooks.com/auth/oauth/revoke', in: { json: 'token' } },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { token: { body: 'json' } },
  profile: {
    id: 'response.id',
    name: '{response.first_name} {response.last_name}',
    email: 'response.email',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#0075dd' },
})

export default FreshBooks
