import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './kick.mark.ts'

/** Sign in with Kick. */
const Kick: ProviderFunction<Profile, object, 'kick'> = defineProvider({
  id: 'kick',
  name: 'Kick',
  type: 'oauth',
  docs: 'https://docs.kick.com/getting-started/generating-tokens-oauth2-flow',
  authorization: { url: 'https://id.kick.com/oauth/authorize', params: { scope: 'user:read' } },
  token: 'https://id.kick.com/oauth/token',
  userinfo: 'https://api.kick.com/public/v1/users',
  revocation: { url: 'https://id.kick.com/oauth/revoke', in: { query: 'token' }, client: false },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'data.0.user_id',
    name: 'data.0.name',
    email: 'data.0.email',
    image: 'data.0.profile_picture',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#53fc18', logo },
})

export default Kick
