import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './wechat.mark.ts'

type Options = { platformType?: 'OfficialAccount' | 'WebsiteApp' }

/**
 * Sign in with WeChat, as an official account (pages inside WeChat) or as a website (a code to
 * scan).
 */
const WeChat: ProviderFunction<Profile, Options, 'wechat'> = defineProvider({
  id: 'wechat',
  name: 'WeChat',
  type: 'oauth',
  docs: 'https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html',
  // Inside WeChat's own browser people consent on a page; everywhere else they scan a code. WeChat refuses parameters
  // in any other order, so those that the flow fills in have their places here.
  authorization: {
    url: 'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect',
    params: { appid: '', redirect_uri: '', response_type: 'code', scope: 'snsapi_userinfo' },
  },
  variants: {
    platformType: {
      WebsiteApp: {
        authorization: {
          url: 'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
          params: { scope: 'snsapi_login' },
        },
      },
    },
  },
  token: 'https://api.weixin.qq.com/sns/oauth2/access_token',
  userinfo: {
    url: 'https://api.weixin.qq.com/sns/userinfo',
    params: { openid: '{tokens.openid}', lang: 'zh_CN' },
  },
  checks: ['state'],
  // WeChat accepts no other parameters.
  formParams: [],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    clientId: 'appid',
    clientSecret: 'secret',
    scopes: 'comma',
    token: { body: 'query', type: 'bearer' },
    userinfo: { bearer: { query: 'access_token' } },
    failure: { code: 'errcode', message: 'errmsg', ok: [0] },
    subject: { tokens: 'openid', profile: 'openid' },
    refresh: { url: 'https://api.weixin.qq.com/sns/oauth2/refresh_token' },
  },
  profile: { id: ['unionid', 'openid'], name: 'nickname', image: 'headimgurl' },
  provides: { email: false, refreshToken: true },
  hints: {
    '40029': 'The code was used before or is too old; start again.',
    '40125': 'Use the AppSecret of the application whose AppID is configured.',
  },
  style: {
    brandColor: '#07c160',
    logo,
  },
})

export default WeChat
