import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './tumblr.mark.ts'

/** Sign in with Tumblr. */
const Tumblr: ProviderFunction<Profile, object, 'tumblr'> = defineProvider({
  id: 'tumblr',
  name: 'Tumblr',
  type: 'oauth',
  docs: 'https://www.tumblr.com/docs/en/api/v2#oauth2-authorization',
  authorization: { url: 'https://www.tumblr.com/oauth2/authorize', params: { scope: 'basic' } },
  token: 'https://api.tumblr.com/v2/oauth2/token',
  userinfo: 'https://api.tumblr.com/v2/user/info',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    // Without OpenID Connect the answer says `"id_token": false`. Tumblr demands the same `User-Agent` on all requests.
    token: { without: ['id_token'], headers: { 'user-agent': 'Portico' } },
    userinfo: { headers: { 'user-agent': 'Portico' } },
  },
  // The primary blog identifies a person. Its name can change hands; its uuid cannot.
  profile: {
    id: 'response.user.blogs.?primary.uuid',
    name: ['response.user.blogs.?primary.title', 'response.user.name'],
    image: 'response.user.blogs.?primary.avatar.0.url',
  },
  provides: { email: false, refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#001935', logo },
})

export default Tumblr
