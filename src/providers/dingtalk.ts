import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with DingTalk. */
const DingTalk: ProviderFunction<Profile, object, 'dingtalk'> = defineProvider({
  id: 'dingtalk',
  name: 'DingTalk',
  type: 'oauth',
  docs: 'https://open.dingtalk.com/document/orgapp/obtain-identity-credentials',
  authorization: {
    url: 'https://login.dingtalk.com/oauth2/auth',
    params: { scope: 'openid', prompt: 'consent' },
  },
  token: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
  userinfo: 'https://api.dingtalk.com/v1.0/contact/users/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    code: 'authCode',
    // The standard's parameters in camel case, both ways.
    token: {
      body: 'json',
      type: 'bearer',
      names: {
        client_id: 'clientId',
        client_secret: 'clientSecret',
        grant_type: 'grantType',
        access_token: 'accessToken',
        refresh_token: 'refreshToken',
        expires_in: 'expireIn',
      },
    },
    userinfo: { bearer: { header: 'x-acs-dingtalk-access-token' } },
  },
  profile: { id: 'unionId', name: 'nick', email: 'email', image: 'avatarUrl' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#0089ff' },
})

export default DingTalk
