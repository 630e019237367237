import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with Pipedrive. The app's permissions are chosen in its Marketplace settings, not by a
 * scope.
 */
const Pipedrive: ProviderFunction<Profile, object, 'pipedrive'> = defineProvider({
  id: 'pipedrive',
  name: 'Pipedrive',
  type: 'oauth',
  docs: 'https://pipedrive.readme.io/docs/marketplace-oauth-authorization',
  authorization: 'https://oauth.pipedrive.com/oauth/authorize',
  token: 'https://oauth.pipedrive.com/oauth/token',
  userinfo: 'https://api.pipedrive.com/v1/users/me',
  revocation: 'https://oauth.pipedrive.com/oauth/revoke',
  checks: ['state'],
  dialect: { scopes: 'comma' },
  profile: { id: 'data.id', name: 'data.name', email: 'data.email', image: 'data.icon_url' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#017737' },
})

export default Pipedrive
