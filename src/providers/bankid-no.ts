import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Norwegian BankID. */
const BankIDNorway: ProviderFunction<Profile> = define({
  id: 'bankid-no',
  name: 'BankID Norge',
  type: 'oidc',
  docs: 'https://developer.bankid.no/bankid-with-biometrics/',
  issuer: 'https://auth.bankid.no/auth/realms/prod',
  authorization: {
    params: { scope: 'openid profile email', ui_locales: 'no', login_hint: 'BIS' },
  },
  idToken: false,
  checks: ['pkce', 'nonce'],
  client: {
    token_endpoint_auth_method: 'client_secret_post',
    userinfo_signed_response_alg: 'RS256',
  },
  profile: { id: 'sub', name: ['name', '{given_name} {family_name}'], email: 'email' },
  gives: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#39134c' },
})

export default BankIDNorway
