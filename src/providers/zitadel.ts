import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with ZITADEL. */
const Zitadel: ProviderFunction<Profile, object, 'zitadel'> = defineProvider({
  id: 'zitadel',
  name: 'ZITADEL',
  type: 'oidc',
  method: openId,
  docs: 'https://zitadel.com/docs/apis/openidoauth/endpoints',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.zitadel.cloud' } },
  // The id token holds the profile only if the application's settings say so.
  idToken: false,
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#1e293b' },
})

export default Zitadel
