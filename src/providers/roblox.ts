import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './roblox.mark.ts'

/** Sign in with Roblox. */
const Roblox: ProviderFunction<Profile, object, 'roblox'> = defineProvider({
  id: 'roblox',
  name: 'Roblox',
  type: 'oidc',
  method: openId,
  docs: 'https://create.roblox.com/docs/cloud/auth/oauth2-reference',
  issuer: 'https://apis.roblox.com/oauth/',
  authorization: { params: { scope: 'openid profile' } },
  revocation: { url: 'https://apis.roblox.com/oauth/v1/token/revoke', token: 'refresh_token' },
  // The picture is promised at user-info only.
  idToken: false,
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // An address comes only with the scope `email`, which Roblox grants to few applications.
  profile: {
    id: 'sub',
    name: ['name', 'nickname', 'preferred_username'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#335fff', logo },
})

export default Roblox
