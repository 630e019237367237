import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './mattermost.mark.ts'

/** Sign in with a Mattermost server. */
const Mattermost: ProviderFunction<Profile, object, 'mattermost'> = defineProvider({
  id: 'mattermost',
  name: 'Mattermost',
  type: 'oauth',
  docs: 'https://developers.mattermost.com/integrate/apps/authentication/oauth2/',
  variables: { issuer: { kind: 'origin', example: 'https://acme.cloud.mattermost.com' } },
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/access_token',
  userinfo: '{issuer}/api/v4/users/me',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'id',
    name: ['username', '{first_name} {last_name}'],
    email: 'email',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#1e325c', logo },
})

export default Mattermost
