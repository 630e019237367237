import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './twitter.mark.ts'

/**
 * Sign in with X, formerly Twitter. Apps that may ask for the e-mail address add the scope
 * `users.email` and the user field `confirmed_email`.
 */
const Twitter: ProviderFunction<Profile, object, 'twitter'> = defineProvider({
  id: 'twitter',
  name: 'X',
  type: 'oauth',
  docs: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token',
  authorization: {
    url: 'https://x.com/i/oauth2/authorize',
    params: { scope: 'users.read tweet.read offline.access' },
  },
  token: 'https://api.x.com/2/oauth2/token',
  userinfo: {
    url: 'https://api.x.com/2/users/me',
    params: { 'user.fields': 'profile_image_url' },
  },
  revocation: 'https://api.x.com/2/oauth2/revoke',
  checks: ['pkce', 'state'],
  dialect: { refresh: { dead: ['invalid_request'] } },
  profile: {
    id: 'data.id',
    name: ['data.name', 'data.username'],
    email: 'data.confirmed_email',
    image: 'data.profile_image_url',
  },
  provides: { email: false, refreshToken: true },
  button: { popular: 7 },
  style: {
    brandColor: '#000000',
    logo,
  },
})

export default Twitter
