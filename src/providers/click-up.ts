import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './click-up.mark.ts'

/** Sign in with ClickUp. Its tokens do not expire. */
const ClickUp: ProviderFunction<Profile, object, 'click-up'> = defineProvider({
  id: 'click-up',
  name: 'ClickUp',
  type: 'oauth',
  docs: 'https://developer.clickup.com/docs/authentication',
  authorization: 'https://app.clickup.com/api',
  token: 'https://api.clickup.com/api/v2/oauth/token',
  userinfo: 'https://api.clickup.com/api/v2/user',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { type: 'bearer' },
    failure: { code: 'ECODE', message: 'err' },
  },
  profile: {
    id: 'user.id',
    name: 'user.username',
    email: 'user.email',
    image: 'user.profilePicture',
  },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#7b68ee', logo },
})

export default ClickUp
