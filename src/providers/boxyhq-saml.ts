import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in through SAML with BoxyHQ's SAML Jackson, now Ory Polis. With the client id `dummy`,
 * choose the connection by `authorization: { params: { tenant, product } }`.
 */
const BoxyHQSAML: ProviderFunction<Profile, object, 'boxyhq-saml'> = defineProvider({
  id: 'boxyhq-saml',
  name: 'BoxyHQ SAML',
  type: 'oauth',
  docs: 'https://www.ory.com/docs/polis/sso-flow',
  variables: { issuer: { kind: 'origin', example: 'https://sso.acme.com' } },
  authorization: { url: '{issuer}/api/oauth/authorize', params: { provider: 'saml' } },
  token: '{issuer}/api/oauth/token',
  userinfo: '{issuer}/api/oauth/userinfo',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: '{firstName} {lastName}', email: 'email' },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#25c2a0' },
})

export default BoxyHQSAML
