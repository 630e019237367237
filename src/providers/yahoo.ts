import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Yahoo. */
const Yahoo: ProviderFunction<Profile, object, 'yahoo'> = defineProvider({
  id: 'yahoo',
  name: 'Yahoo',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.yahoo.com/oauth2/guide/openid_connect/',
  issuer: 'https://api.login.yahoo.com',
  // The id token names the person; the rest comes from the user-info endpoint.
  idToken: false,
  authorization: { params: { scope: 'openid profile email' } },
  // Its metadata has a name of its own for this endpoint, and does not mention PKCE.
  revocation: 'https://api.login.yahoo.com/oauth2/revoke',
  checks: ['state', 'nonce'],
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#6001d2' },
})

export default Yahoo
