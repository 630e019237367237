import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './heroku.mark.ts'

/** Sign in with Heroku. */
const Heroku: ProviderFunction<Profile, object, 'heroku'> = defineProvider({
  id: 'heroku',
  name: 'Heroku',
  type: 'oauth',
  docs: 'https://devcenter.heroku.com/articles/oauth',
  authorization: { url: 'https://id.heroku.com/oauth/authorize', params: { scope: 'identity' } },
  token: 'https://id.heroku.com/oauth/token',
  userinfo: 'https://api.heroku.com/account',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { userinfo: { headers: { accept: 'application/vnd.heroku+json; version=3' } } },
  // `verified` in a profile is about the means of payment, not the e-mail address.
  profile: { id: 'id', name: 'name', email: 'email' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#430098', logo },
})

export default Heroku
