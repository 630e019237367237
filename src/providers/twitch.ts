import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './twitch.mark.ts'

/** Sign in with Twitch. */
const Twitch: ProviderFunction<Profile, object, 'twitch'> = defineProvider({
  id: 'twitch',
  name: 'Twitch',
  type: 'oidc',
  method: openId,
  docs: 'https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/',
  issuer: 'https://id.twitch.tv/oauth2',
  authorization: {
    params: {
      scope: 'openid user:read:email',
      claims: {
        id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
      },
    },
  },
  revocation: { url: 'https://id.twitch.tv/oauth2/revoke', token: 'access_token', gone: [400] },
  checks: ['nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'list', refresh: { dead: ['Bad Request'] } },
  profile: {
    id: 'sub',
    name: 'preferred_username',
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  accountChoice: { force_verify: 'true' },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#9146ff', logo },
})

export default Twitch
