import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with OneLogin. */
const OneLogin: ProviderFunction<Profile, object, 'onelogin'> = defineProvider({
  id: 'onelogin',
  name: 'OneLogin',
  type: 'oidc',
  method: openId,
  docs: 'https://developers.onelogin.com/openid-connect',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.onelogin.com/oidc/2' } },
  // The profile is promised at user-info only.
  idToken: false,
  checks: ['pkce', 'nonce'],
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#1c1f2a' },
})

export default OneLogin
