import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './todoist.mark.ts'

/** Sign in with Todoist. */
const Todoist: ProviderFunction<Profile, object, 'todoist'> = defineProvider({
  id: 'todoist',
  name: 'Todoist',
  type: 'oauth',
  docs: 'https://developer.todoist.com/api/v1/#tag/Authorization',
  authorization: { url: 'https://todoist.com/oauth/authorize', params: { scope: 'data:read' } },
  token: 'https://todoist.com/oauth/access_token',
  userinfo: 'https://api.todoist.com/api/v1/user',
  revocation: {
    url: 'https://api.todoist.com/api/v1/revoke',
    token: 'access_token',
    in: { json: 'token' },
    client: 'client_secret_basic',
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'comma' },
  profile: { id: 'id', name: 'full_name', email: 'email', image: 'avatar_big' },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#e44332', logo },
})

export default Todoist
