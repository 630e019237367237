import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './gitee.mark.ts'

/** Sign in with Gitee. */
const Gitee: ProviderFunction<Profile, object, 'gitee'> = defineProvider({
  id: 'gitee',
  name: 'Gitee',
  type: 'oauth',
  docs: 'https://gitee.com/api/v5/oauth_doc',
  authorization: { url: 'https://gitee.com/oauth/authorize', params: { scope: 'user_info' } },
  token: 'https://gitee.com/oauth/token',
  userinfo: 'https://gitee.com/api/v5/user',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { userinfo: { bearer: { query: 'access_token' } } },
  profile: { id: 'id', name: ['name', 'login'], email: 'email', image: 'avatar_url' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#c71d23', logo },
})

export default Gitee
