import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './asana.mark.ts'

/** Sign in with Asana. */
const Asana: ProviderFunction<Profile, object, 'asana'> = defineProvider({
  id: 'asana',
  name: 'Asana',
  type: 'oauth',
  docs: 'https://developers.asana.com/docs/oauth',
  authorization: {
    url: 'https://app.asana.com/-/oauth_authorize',
    params: { scope: 'users:read' },
  },
  token: 'https://app.asana.com/-/oauth_token',
  userinfo: 'https://app.asana.com/api/1.0/users/me',
  revocation: 'https://app.asana.com/-/oauth_revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'data.gid',
    name: 'data.name',
    email: 'data.email',
    image: 'data.photo.image_128x128',
  },
  provides: { email: 'unverified', refreshToken: true },
  hints: {
    forbidden_scopes:
      'Select `users:read` among the permission scopes of the app, or ask for the scope `default` if the app has full permissions.',
  },
  style: { brandColor: '#f06a6a', logo },
})

export default Asana
