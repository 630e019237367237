import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Vipps MobilePay. */
const Vipps: ProviderFunction<Profile> = define({
  id: 'vipps',
  name: 'Vipps',
  type: 'oidc',
  docs: 'https://developer.vippsmobilepay.com/docs/APIs/login-api/',
  issuer: 'https://api.vipps.no/access-management-1.0/access/',
  authorization: { params: { scope: 'openid name email' } },
  idToken: false,
  checks: ['pkce', 'nonce'],
  gives: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#ff5b24' },
})

export default Vipps
