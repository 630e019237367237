import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Xero. */
const Xero: ProviderFunction<Profile> = define({
  id: 'xero',
  name: 'Xero',
  type: 'oidc',
  docs: 'https://developer.xero.com/documentation/guides/oauth2/sign-in/',
  issuer: 'https://identity.xero.com',
  authorization: { params: { scope: 'openid profile email' } },
  checks: ['pkce', 'nonce'],
  profile: { id: 'sub', name: ['name', '{given_name} {family_name}'], email: 'email' },
  gives: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#13b5ea' },
})

export default Xero
