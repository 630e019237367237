import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Passage by 1Password, which was shut down in January 2026. */
const Passage: ProviderFunction<Profile, object, 'passage'> = defineProvider({
  id: 'passage',
  name: 'Passage',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.passage.id/hosted-login/oidc-client-configuration',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.withpassage.com' } },
  authorization: { params: { scope: 'openid email' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_basic' },
  provides: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#3d53f6' },
})

export default Passage
