import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './linear.mark.ts'

/** Sign in with Linear. */
const Linear: ProviderFunction<Profile, object, 'linear'> = defineProvider({
  id: 'linear',
  name: 'Linear',
  type: 'oauth',
  docs: 'https://linear.app/developers/oauth-2-0-authentication',
  authorization: { url: 'https://linear.app/oauth/authorize', params: { scope: 'read' } },
  token: 'https://api.linear.app/oauth/token',
  userinfo: 'https://api.linear.app/graphql',
  revocation: {
    url: 'https://api.linear.app/oauth/revoke',
    token: 'refresh_token',
    in: { form: 'refresh_token' },
    client: false,
  },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    scopes: 'comma',
    userinfo: {
      method: 'POST',
      body: { query: '{ viewer { id name displayName email avatarUrl } }' },
    },
    failure: { code: 'errors.0.extensions.code', message: 'errors.0.message' },
  },
  profile: {
    id: 'data.viewer.id',
    name: ['data.viewer.name', 'data.viewer.displayName'],
    email: 'data.viewer.email',
    image: 'data.viewer.avatarUrl',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#5e6ad2', logo },
})

export default Linear
