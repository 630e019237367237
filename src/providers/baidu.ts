import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './baidu.mark.ts'

/** Sign in with Baidu. */
const Baidu: ProviderFunction<Profile, object, 'baidu'> = defineProvider({
  id: 'baidu',
  name: 'Baidu',
  type: 'oauth',
  docs: 'https://openauth.baidu.com/doc/doc.html',
  authorization: {
    url: 'https://openapi.baidu.com/oauth/2.0/authorize',
    params: { scope: 'basic' },
  },
  token: 'https://openapi.baidu.com/oauth/2.0/token',
  userinfo: 'https://openapi.baidu.com/rest/2.0/passport/users/getInfo',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { body: 'query', type: 'bearer' },
    userinfo: { bearer: { query: 'access_token' } },
    failure: { code: 'error_code', message: 'error_msg' },
  },
  profile: {
    id: 'openid',
    name: 'username',
    image: 'https://himg.bdimg.com/sys/portrait/item/{portrait}',
  },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#2932e1', logo },
})

export default Baidu
