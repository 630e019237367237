import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Polar. */
const Polar: ProviderFunction<Profile, object, 'polar'> = defineProvider({
  id: 'polar',
  name: 'Polar',
  type: 'oauth',
  docs: 'https://polar.sh/docs/integrate/oauth2/connect',
  issuer: 'https://polar.sh',
  authorization: {
    url: 'https://polar.sh/oauth2/authorize',
    params: { scope: 'openid profile email', sub_type: 'user' },
  },
  token: 'https://api.polar.sh/v1/oauth2/token',
  userinfo: 'https://api.polar.sh/v1/oauth2/userinfo',
  revocation: 'https://api.polar.sh/v1/oauth2/revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'sub', name: 'name', email: 'email', emailVerified: 'email_verified' },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#0062ff' },
})

export default Polar
