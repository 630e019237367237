import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with Mailchimp. */
const Mailchimp: ProviderFunction<Profile> = define({
  id: 'mailchimp',
  name: 'Mailchimp',
  type: 'oauth',
  docs: 'https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/',
  authorization: 'https://login.mailchimp.com/oauth2/authorize',
  token: {
    url: 'https://login.mailchimp.com/oauth2/token',
    // Tokens do not expire, which Mailchimp writes as `"expires_in": 0, "scope": null`.
    conform: async (response) =>
      response.ok
        ? Response.json({ ...(await response.json()), expires_in: undefined, scope: undefined })
        : undefined,
  },
  userinfo: 'https://login.mailchimp.com/oauth2/metadata',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { token: { type: 'bearer' }, userinfo: { bearer: { scheme: 'OAuth' } } },
  profile: {
    id: 'login.login_id',
    name: 'accountname',
    email: ['login.login_email', 'login.email'],
    image: 'login.avatar',
  },
  gives: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#ffe01b' },
})

export default Mailchimp
