import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with DingTalk. */
const DingTalk: ProviderFunction<Profile> = define({
  id: 'dingtalk',
  name: 'DingTalk',
  type: 'oauth',
  docs: 'https://open.dingtalk.com/document/orgapp/obtain-identity-credentials',
  authorization: {
    url: 'https://login.dingtalk.com/oauth2/auth',
    params: { scope: 'openid', prompt: 'consent' },
  },
  token: {
    url: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
    // The standard's parameters in camel case, both ways; the callback brings the code as `authCode`.
    async request({ params, provider, fetch }) {
      const response = await fetch(String(provider.token?.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          clientId: provider.clientId,
          clientSecret: provider.clientSecret,
          code: params.authCode ?? params.code,
          grantType: 'authorization_code',
        }),
      })
      const { accessToken, expireIn, code } = await response.json()
      if (!accessToken) throw new Error(`DingTalk refused the code: ${code ?? response.status}`)
      return { tokens: { access_token: accessToken, token_type: 'bearer', expires_in: expireIn } }
    },
  },
  userinfo: 'https://api.dingtalk.com/v1.0/contact/users/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { userinfo: { bearer: { header: 'x-acs-dingtalk-access-token' } } },
  profile: { id: 'unionId', name: 'nick', email: 'email', image: 'avatarUrl' },
  // Refresh tokens exist, but are exchanged in camel case too: not kept, so that nothing tries.
  gives: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#0089ff' },
})

export default DingTalk
