import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './douyin.mark.ts'

/** Sign in with Douyin, TikTok's sister in China. */
const Douyin: ProviderFunction<Profile, object, 'douyin'> = defineProvider({
  id: 'douyin',
  name: 'Douyin',
  type: 'oauth',
  docs: 'https://developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/account-permission/get-access-token',
  authorization: {
    url: 'https://open.douyin.com/platform/oauth/connect/',
    params: { scope: 'user_info' },
  },
  token: 'https://open.douyin.com/oauth/access_token/',
  userinfo: 'https://open.douyin.com/oauth/userinfo/',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    clientId: 'client_key',
    scopes: 'comma',
    token: { at: 'data', type: 'bearer', refreshExpiresIn: 'refresh_expires_in' },
    userinfo: {
      method: 'POST',
      body: { access_token: '{tokens.access_token}', open_id: '{tokens.open_id}' },
    },
    failure: {
      code: 'data.error_code',
      message: 'data.description',
      reference: 'data.log_id',
      ok: [0, '0'],
    },
    subject: { tokens: 'open_id', profile: 'data.open_id' },
    refresh: { url: 'https://open.douyin.com/oauth/refresh_token/' },
  },
  profile: { id: 'data.open_id', name: 'data.nickname', image: 'data.avatar' },
  provides: { email: false, refreshToken: true },
  hints: { '10010': 'The refresh token expired after 30 days: ask the person to sign in again.' },
  style: { brandColor: '#161823', logo },
})

export default Douyin
