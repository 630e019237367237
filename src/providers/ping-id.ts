import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Ping Identity. */
const PingId: ProviderFunction<Profile> = define({
  id: 'ping-id',
  name: 'Ping Identity',
  type: 'oidc',
  docs: 'https://apidocs.pingidentity.com/pingone/platform/v1/api/#openid-connectoauth-2',
  issuer: '{issuer}',
  variables: {
    issuer: {
      kind: 'origin',
      example: 'https://auth.pingone.com/6f9a2b1c-0d3e-4f5a-8b7c-9d0e1f2a3b4c/as',
    },
  },
  // OpenID Connect Core §5.4: with the code flow these scopes are answered at user-info.
  idToken: false,
  checks: ['pkce', 'nonce'],
  gives: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#b3282d' },
})

export default PingId
