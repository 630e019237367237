import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './deviantart.mark.ts'

/** Sign in with DeviantArt. Applications registered since it moved to OAuth 2.1 must use PKCE. */
const DeviantArt: ProviderFunction<Profile, object, 'deviantart'> = defineProvider({
  id: 'deviantart',
  name: 'DeviantArt',
  type: 'oauth',
  docs: 'https://www.deviantart.com/developers/authentication',
  authorization: { url: 'https://www.deviantart.com/oauth2/authorize', params: { scope: 'user' } },
  token: 'https://www.deviantart.com/oauth2/token',
  userinfo: 'https://www.deviantart.com/api/v1/oauth2/user/whoami',
  revocation: 'https://www.deviantart.com/oauth2/revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'userid', name: 'username', image: 'usericon' },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#05cc47', logo },
})

export default DeviantArt
