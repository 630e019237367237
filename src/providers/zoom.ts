import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './zoom.mark.ts'

/** Sign in with Zoom. The app's permissions are chosen in the Marketplace, not by a scope. */
const Zoom: ProviderFunction<Profile, object, 'zoom'> = defineProvider({
  id: 'zoom',
  name: 'Zoom',
  type: 'oauth',
  docs: 'https://developers.zoom.us/docs/integrations/oauth/',
  authorization: 'https://zoom.us/oauth/authorize',
  token: 'https://zoom.us/oauth/token',
  userinfo: 'https://api.zoom.us/v2/users/me',
  revocation: { url: 'https://zoom.us/oauth/revoke', token: 'access_token' },
  checks: ['pkce', 'state'],
  profile: {
    id: 'id',
    name: ['{first_name} {last_name}', 'display_name'],
    email: 'email',
    image: 'pic_url',
    // 1 instead of true.
    emailVerified: 'verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#0b5cff',
    logo,
  },
})

export default Zoom
