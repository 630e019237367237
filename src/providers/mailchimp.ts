import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './mailchimp.mark.ts'

/** Sign in with Mailchimp. */
const Mailchimp: ProviderFunction<Profile, object, 'mailchimp'> = defineProvider({
  id: 'mailchimp',
  name: 'Mailchimp',
  type: 'oauth',
  docs: 'https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/',
  authorization: 'https://login.mailchimp.com/oauth2/authorize',
  token: 'https://login.mailchimp.com/oauth2/token',
  userinfo: 'https://login.mailchimp.com/oauth2/metadata',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    // Tokens do not expire, which Mailchimp writes as `"expires_in": 0, "scope": null`.
    token: { type: 'bearer', without: ['expires_in', 'scope'] },
    userinfo: { bearer: { scheme: 'OAuth' } },
  },
  profile: {
    id: 'login.login_id',
    name: 'accountname',
    email: ['login.login_email', 'login.email'],
    image: 'login.avatar',
  },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#ffe01b', logo },
})

export default Mailchimp
