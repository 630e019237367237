import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Ping Identity. */
const PingId: ProviderFunction<Profile, object, 'ping-id'> = defineProvider({
  id: 'ping-id',
  name: 'Ping Identity',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2.html',
  issuer: '{issuer}',
  variables: {
    issuer: {
      kind: 'origin',
      example: 'https://auth.pingone.com/6f9a2b1c-0d3e-4f5a-8b7c-9d0e1f2a3b4c/as',
    },
  },
  // OpenID Connect Core §5.4: with the code flow these scopes are answered at user-info.
  idToken: false,
  // PingOne takes PKCE from applications without a secret only.
  checks: ['nonce'],
  // Refresh tokens come if the application's grant types include them.
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#b3282d' },
})

export default PingId
