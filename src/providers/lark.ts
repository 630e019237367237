import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Lark, outside China; Feishu is the same product inside. */
const Lark: ProviderFunction<Profile, object, 'lark'> = defineProvider({
  id: 'lark',
  name: 'Lark',
  type: 'oauth',
  docs: 'https://open.larksuite.com/document/authentication-management/access-token/get-user-access-token',
  authorization: 'https://accounts.larksuite.com/open-apis/authen/v1/authorize',
  // Feishu's v3 exists here too, but is documented for Feishu alone and refuses Lark's codes.
  token: 'https://open.larksuite.com/open-apis/authen/v2/oauth/token',
  userinfo: 'https://open.larksuite.com/open-apis/authen/v1/user_info',
  revocation: 'https://accounts.larksuite.com/oauth/v1/revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { body: 'json', refreshExpiresIn: 'refresh_token_expires_in' },
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

export default Lark
