import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Vipps MobilePay. */
const Vipps: ProviderFunction<Profile, object, 'vipps'> = defineProvider({
  id: 'vipps',
  name: 'Vipps',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.vippsmobilepay.com/docs/APIs/login-api/',
  issuer: 'https://api.vipps.no/access-management-1.0/access/',
  authorization: { params: { scope: 'openid name email' } },
  idToken: false,
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#ff5b24' },
})

export default Vipps
