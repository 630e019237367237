import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './xero.mark.ts'

/** Sign in with Xero. */
const Xero: ProviderFunction<Profile, object, 'xero'> = defineProvider({
  id: 'xero',
  name: 'Xero',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.xero.com/documentation/guides/oauth2/sign-in/',
  issuer: 'https://identity.xero.com',
  authorization: { params: { scope: 'openid profile email' } },
  checks: ['pkce', 'nonce'],
  profile: { id: 'sub', name: ['name', '{given_name} {family_name}'], email: 'email' },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#13b5ea', logo },
})

export default Xero
