import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './pinterest.mark.ts'

/** Sign in with Pinterest. */
const Pinterest: ProviderFunction<Profile, object, 'pinterest'> = defineProvider({
  id: 'pinterest',
  name: 'Pinterest',
  type: 'oauth',
  docs: 'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
  authorization: {
    url: 'https://www.pinterest.com/oauth/',
    params: { scope: 'user_accounts:read' },
  },
  token: 'https://api.pinterest.com/v5/oauth/token',
  userinfo: 'https://api.pinterest.com/v5/user_account',
  checks: ['state'],
  dialect: { scopes: 'comma', token: { refreshExpiresIn: 'refresh_token_expires_in' } },
  // The id that Auth.js keeps, so that accounts survive the move. Usernames can change hands: a new
  // application may prefer the profile's `id`.
  profile: { id: 'username', name: 'username', image: 'profile_image' },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#e60023', logo },
})

export default Pinterest
