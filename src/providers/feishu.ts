import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Feishu, in China; Lark is the same product elsewhere. */
const Feishu: ProviderFunction<Profile, object, 'feishu'> = defineProvider({
  id: 'feishu',
  name: 'Feishu',
  type: 'oauth',
  docs: 'https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/authentication-management/access-token/get-user-access-token-v3',
  authorization: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
  token: 'https://accounts.feishu.cn/oauth/v3/token',
  userinfo: 'https://open.feishu.cn/open-apis/authen/v1/user_info',
  revocation: 'https://accounts.feishu.cn/oauth/v1/revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { refreshExpiresIn: 'refresh_token_expires_in' },
    failure: { code: 'code', message: 'msg', ok: [0] },
  },
  profile: {
    id: 'data.open_id',
    name: ['data.name', 'data.en_name'],
    email: ['data.email', 'data.enterprise_email'],
    image: 'data.avatar_url',
  },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  hints: {
    '20027': 'The application does not have a scope that you ask for: add it under Permissions.',
    '20029': 'Add {callbackUrl} to the redirect URLs under Security Settings.',
  },
  style: { brandColor: '#3370ff' },
})

export default Feishu
