import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Passage by 1Password, which was shut down in January 2026. */
const Passage: ProviderFunction<Profile> = define({
  id: 'passage',
  name: 'Passage',
  type: 'oidc',
  docs: 'https://docs.passage.id/hosted/oidc-client-configuration',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.withpassage.com' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_basic' },
  gives: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#3d53f6' },
})

export default Passage
