import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './medium.mark.ts'

/**
 * Sign in with Medium. The API is no longer supported; registrations made before March 2023 keep
 * working.
 */
const Medium: ProviderFunction<Profile, object, 'medium'> = defineProvider({
  id: 'medium',
  name: 'Medium',
  type: 'oauth',
  docs: 'https://github.com/Medium/medium-api-docs',
  authorization: { url: 'https://medium.com/m/oauth/authorize', params: { scope: 'basicProfile' } },
  token: {
    url: 'https://api.medium.com/v1/tokens',
    // A success is 201, and has `expires_at`, 60 days ahead, instead of `expires_in`.
    conform: async (response) =>
      response.ok
        ? Response.json({
            ...(await response.json()),
            expires_at: undefined,
            expires_in: 60 * 86_400,
          })
        : undefined,
  },
  userinfo: 'https://api.medium.com/v1/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'list', scopeSeparator: ',' },
  profile: { id: 'data.id', name: ['data.name', 'data.username'], image: 'data.imageUrl' },
  provides: { email: false, refreshToken: true },
  style: {
    brandColor: '#000000',
    logo,
  },
})

export default Medium
