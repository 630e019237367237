import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with Norwegian BankID. The profile is in the id token; `bankid_altsub` is the account's id,
 * because BankID says that `sub` may change. `authorization: { params: { login_hint: 'BIS' } }`
 * asks for BankID with biometrics.
 */
const BankIDNorway: ProviderFunction<Profile, object, 'bankid-no'> = defineProvider({
  id: 'bankid-no',
  name: 'BankID Norge',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.bankid.no/bankid-oidc-provider/api/authorize',
  issuer: 'https://auth.bankid.no/auth/realms/prod',
  authorization: { params: { scope: 'openid profile' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // The name is that of the certificate, family name first. An address comes only if the application may request it.
  profile: { id: 'bankid_altsub', name: ['name', '{given_name} {family_name}'], email: 'email' },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#39134c' },
})

export default BankIDNorway
