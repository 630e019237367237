import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './dropbox.mark.ts'

/** Sign in with Dropbox. */
const Dropbox: ProviderFunction<Profile, object, 'dropbox'> = defineProvider({
  id: 'dropbox',
  name: 'Dropbox',
  type: 'oauth',
  docs: 'https://developers.dropbox.com/oauth-guide',
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    params: { scope: 'account_info.read', token_access_type: 'offline' },
  },
  token: 'https://api.dropboxapi.com/oauth2/token',
  userinfo: 'https://api.dropboxapi.com/2/users/get_current_account',
  revocation: {
    url: 'https://api.dropboxapi.com/2/auth/token/revoke',
    token: 'access_token',
    in: 'bearer',
    client: false,
  },
  checks: ['pkce', 'state'],
  dialect: { userinfo: { method: 'POST' } },
  profile: {
    id: 'account_id',
    name: 'name.display_name',
    email: 'email',
    image: 'profile_photo_url',
    emailVerified: 'email_verified',
  },
  accountChoice: { force_reapprove: 'true' },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#0061fe',
    logo,
  },
})

export default Dropbox
