import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Login with Amazon, the shop's customer accounts; for AWS user pools see `cognito`. */
const Amazon: ProviderFunction<Profile, object, 'amazon'> = defineProvider({
  id: 'amazon',
  name: 'Amazon',
  type: 'oauth',
  docs: 'https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html',
  authorization: { url: 'https://www.amazon.com/ap/oa', params: { scope: 'profile' } },
  token: 'https://api.amazon.com/auth/o2/token',
  userinfo: 'https://api.amazon.com/user/profile',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'user_id', name: 'name', email: 'email' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#ff9900' },
})

export default Amazon
