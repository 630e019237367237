import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Okta. */
const Okta: ProviderFunction<Profile> = define({
  id: 'okta',
  name: 'Okta',
  type: 'oidc',
  docs: 'https://developer.okta.com/docs/reference/api/oidc/',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.okta.com' } },
  // With the code flow Okta's id token leaves out `email_verified` and `picture`.
  idToken: false,
  checks: ['pkce', 'nonce'],
  gives: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#00297a' },
})

export default Okta
