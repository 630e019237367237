import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './gumroad.mark.ts'

/** Sign in with Gumroad. The e-mail address comes only with the scope `view_sales`. */
const Gumroad: ProviderFunction<Profile, object, 'gumroad'> = defineProvider({
  id: 'gumroad',
  name: 'Gumroad',
  type: 'oauth',
  docs: 'https://gumroad.com/api',
  authorization: { url: 'https://gumroad.com/oauth/authorize', params: { scope: 'view_profile' } },
  token: 'https://api.gumroad.com/oauth/token',
  userinfo: 'https://api.gumroad.com/v2/user',
  revocation: 'https://api.gumroad.com/oauth/revoke',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { failure: { code: 'success', message: 'message', ok: [true] } },
  profile: {
    id: 'user.user_id',
    name: 'user.name',
    email: 'user.email',
    image: 'user.profile_picture_url',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#ff90e8', logo },
})

export default Gumroad
