import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Descope. The client id is the project's id, the client secret an access key. */
const Descope: ProviderFunction<Profile, object, 'descope'> = defineProvider({
  id: 'descope',
  name: 'Descope',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints',
  issuer: 'https://api.descope.com/{clientId}',
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#1c1c23' },
})

export default Descope
