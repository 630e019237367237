import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './faceit.mark.ts'

/** Sign in with FACEIT. Scopes are set in the registration: openid, profile and email. */
const FACEIT: ProviderFunction<Profile, object, 'faceit'> = defineProvider({
  id: 'faceit',
  name: 'FACEIT',
  type: 'oauth',
  docs: 'https://docs.faceit.com/getting-started/authentication/oauth2',
  authorization: { url: 'https://accounts.faceit.com/', params: { redirect_popup: 'true' } },
  token: 'https://api.faceit.com/auth/v1/oauth/token',
  userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
  checks: ['pkce', 'state'],
  profile: {
    id: ['guid', 'sub'],
    name: ['nickname', 'name'],
    email: 'email',
    image: 'picture',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#ff5500', logo },
})

export default FACEIT
