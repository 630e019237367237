import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './railway.mark.ts'

/** Login with Railway. */
const Railway: ProviderFunction<Profile, object, 'railway'> = defineProvider({
  id: 'railway',
  name: 'Railway',
  type: 'oauth',
  docs: 'https://docs.railway.com/integrations/oauth/login-and-tokens',
  authorization: {
    url: 'https://backboard.railway.com/oauth/auth',
    params: { scope: 'openid email profile' },
  },
  token: 'https://backboard.railway.com/oauth/token',
  // The id token carries no claims about the person.
  userinfo: 'https://backboard.railway.com/oauth/me',
  checks: ['pkce', 'state'],
  profile: { id: 'sub', name: 'name', email: 'email', image: 'picture' },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access', prompt: 'consent' } },
  style: { brandColor: '#0b0d0e', logo },
})

export default Railway
