import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './intuit.mark.ts'

/** Sign in with Intuit, the account of QuickBooks. */
const Intuit: ProviderFunction<Profile, object, 'intuit'> = defineProvider({
  id: 'intuit',
  name: 'Intuit',
  type: 'oauth',
  docs: 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect',
  authorization: {
    url: 'https://appcenter.intuit.com/connect/oauth2',
    params: { scope: 'openid profile email' },
  },
  token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  userinfo: 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo',
  revocation: {
    url: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    in: { json: 'token' },
  },
  checks: ['state'],
  dialect: { token: { refreshExpiresIn: 'x_refresh_token_expires_in' } },
  profile: {
    id: 'sub',
    name: '{givenName} {familyName}',
    email: 'email',
    emailVerified: 'emailVerified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#236cff', logo },
})

export default Intuit
