import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Keycloak. The issuer ends with the realm. */
const Keycloak: ProviderFunction<Profile, object, 'keycloak'> = defineProvider({
  id: 'keycloak',
  name: 'Keycloak',
  type: 'oidc',
  method: openId,
  docs: 'https://www.keycloak.org/securing-apps/oidc-layers',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://keycloak.acme.com/realms/acme' } },
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#428bca' },
})

export default Keycloak
