import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Keycloak. The issuer ends with the realm. */
const Keycloak: ProviderFunction<Profile> = define({
  id: 'keycloak',
  name: 'Keycloak',
  type: 'oidc',
  docs: 'https://www.keycloak.org/securing-apps/oidc-layers',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://keycloak.acme.com/realms/acme' } },
  checks: ['pkce', 'nonce'],
  gives: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#428bca' },
})

export default Keycloak
