import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './okta.mark.ts'

/** Sign in with Okta. */
const Okta: ProviderFunction<Profile, object, 'okta'> = defineProvider({
  id: 'okta',
  name: 'Okta',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.okta.com/docs/reference/api/oidc/',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.okta.com' } },
  // With the code flow Okta's id token leaves out `email_verified` and `picture`.
  idToken: false,
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#00297a', logo },
})

export default Okta
