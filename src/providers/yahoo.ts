import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Yahoo. */
const Yahoo: ProviderFunction<Profile> = define({
  id: 'yahoo',
  name: 'Yahoo',
  type: 'oidc',
  docs: 'https://developer.yahoo.com/sign-in-with-yahoo/',
  issuer: 'https://api.login.yahoo.com',
  // The id token names the person; the rest comes from the user-info endpoint.
  idToken: false,
  authorization: { params: { scope: 'openid profile email' } },
  checks: ['pkce', 'nonce'],
  gives: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#6001d2' },
})

export default Yahoo
