import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './bitbucket.mark.ts'

/** Sign in with Bitbucket Cloud. */
const Bitbucket: ProviderFunction<Profile, object, 'bitbucket'> = defineProvider({
  id: 'bitbucket',
  name: 'Bitbucket',
  type: 'oauth',
  docs: 'https://developer.atlassian.com/cloud/bitbucket/oauth-2/',
  // Scopes are set in the consumer, which needs "Account: Email" and "Account: Read".
  authorization: 'https://bitbucket.org/site/oauth2/authorize',
  token: 'https://bitbucket.org/site/oauth2/access_token',
  userinfo: 'https://api.bitbucket.org/2.0/user',
  checks: ['state'],
  dialect: {
    userinfo: {
      emails: {
        url: 'https://api.bitbucket.org/2.0/user/emails',
        email: 'values.?is_primary.email',
        verified: 'values.?is_primary.is_confirmed',
      },
    },
  },
  profile: {
    id: 'account_id',
    name: ['display_name', 'nickname', 'username'],
    email: 'email',
    image: 'links.avatar.href',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#205081',
    logo,
  },
})

export default Bitbucket
