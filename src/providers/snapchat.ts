import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './snapchat.mark.ts'

/** Sign in with Snapchat (Login Kit). Snapchat gives a display name and a Bitmoji, never an e-mail address. */
const Snapchat: ProviderFunction<Profile, object, 'snapchat'> = defineProvider({
  id: 'snapchat',
  name: 'Snapchat',
  type: 'oauth',
  docs: 'https://developers.snap.com/snap-kit/login-kit/overview',
  authorization: {
    url: 'https://accounts.snapchat.com/accounts/oauth2/auth',
    params: {
      scope:
        'https://auth.snapchat.com/oauth2/api/user.external_id https://auth.snapchat.com/oauth2/api/user.display_name https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar',
    },
  },
  token: 'https://accounts.snapchat.com/accounts/oauth2/token',
  userinfo: {
    url: 'https://kit.snapchat.com/v1/me',
    params: { query: '{me{externalId displayName bitmoji{avatar id}}}' },
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'data.me.externalId',
    name: 'data.me.displayName',
    image: 'data.me.bitmoji.avatar',
  },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#fffc00', logo },
})

export default Snapchat
