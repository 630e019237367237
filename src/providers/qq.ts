import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './qq.mark.ts'

/** Sign in with QQ. */
const QQ: ProviderFunction<Profile, object, 'qq'> = defineProvider({
  id: 'qq',
  name: 'QQ',
  type: 'oauth',
  docs: 'https://wiki.connect.qq.com/%e4%bd%bf%e7%94%a8authorization_code%e8%8e%b7%e5%8f%96access_token',
  authorization: {
    url: 'https://graph.qq.com/oauth2.0/authorize',
    params: { scope: 'get_user_info' },
  },
  token: {
    url: 'https://graph.qq.com/oauth2.0/token',
    params: { fmt: 'json', need_openid: '1' },
  },
  userinfo: {
    url: 'https://graph.qq.com/user/get_user_info',
    params: { oauth_consumer_key: '{clientId}', openid: '{tokens.openid}' },
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    scopes: 'comma',
    token: { body: 'query', type: 'bearer' },
    userinfo: { bearer: { query: 'access_token' } },
    failure: { code: 'ret', message: 'msg', ok: [0] },
  },
  profile: {
    // Only the token answer has the person's id, not the profile.
    id: 'tokens.openid',
    name: 'nickname',
    image: ['figureurl_qq_2', 'figureurl_qq_1'],
  },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#12b7f5', logo },
})

export default QQ
