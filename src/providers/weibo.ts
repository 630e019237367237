import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './weibo.mark.ts'

/** Sign in with Weibo. */
const Weibo: ProviderFunction<Profile, object, 'weibo'> = defineProvider({
  id: 'weibo',
  name: 'Weibo',
  type: 'oauth',
  docs: 'https://open.weibo.com/wiki/Oauth2/access_token',
  authorization: 'https://api.weibo.com/oauth2/authorize',
  token: 'https://api.weibo.com/oauth2/access_token',
  userinfo: { url: 'https://api.weibo.com/2/users/show.json', params: { uid: '{tokens.uid}' } },
  revocation: {
    url: 'https://api.weibo.com/oauth2/revokeoauth2',
    token: 'access_token',
    in: { form: 'access_token' },
    client: false,
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    scopes: 'comma',
    token: { type: 'bearer' },
    userinfo: { bearer: { query: 'access_token' } },
    failure: { code: 'error_code', message: 'error' },
    subject: { tokens: 'uid', profile: 'idstr' },
  },
  profile: {
    id: 'idstr',
    name: ['screen_name', 'name'],
    image: ['avatar_large', 'profile_image_url'],
  },
  provides: { email: false, refreshToken: false },
  style: { brandColor: '#e6162d', logo },
})

export default Weibo
