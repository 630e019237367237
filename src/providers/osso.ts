import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in through Osso, a self-hosted bridge to SAML. Each sign-in names the customer, as the
 * authorization parameter `domain`.
 */
const Osso: ProviderFunction<Profile, object, 'osso'> = defineProvider({
  id: 'osso',
  name: 'Osso',
  type: 'oauth',
  docs: 'https://github.com/enterprise-oss/osso-rb',
  variables: { issuer: { kind: 'origin', example: 'https://osso.example.com' } },
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/oauth/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { userinfo: { bearer: { query: 'access_token' } } },
  profile: {
    id: 'id',
    name: ['name', 'nickname', 'preferred_username'],
    email: 'email',
    image: 'picture',
  },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#2d3436' },
})

export default Osso
