import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './netlify.mark.ts'

/** Sign in with Netlify. */
const Netlify: ProviderFunction<Profile, object, 'netlify'> = defineProvider({
  id: 'netlify',
  name: 'Netlify',
  type: 'oauth',
  docs: 'https://docs.netlify.com/api/get-started/#authentication',
  authorization: 'https://app.netlify.com/authorize',
  token: 'https://api.netlify.com/oauth/token',
  userinfo: 'https://api.netlify.com/api/v1/user',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: 'full_name', email: 'email', image: 'avatar_url' },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#32e6e2', logo },
})

export default Netlify
