import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './line.mark.ts'

/**
 * Sign in with LINE. An e-mail address comes only if the channel was granted the permission for it.
 */
const LINE: ProviderFunction<Profile, object, 'line'> = defineProvider({
  id: 'line',
  name: 'LINE',
  type: 'oidc',
  method: openId,
  docs: 'https://developers.line.biz/en/docs/line-login/integrate-line-login/',
  issuer: 'https://access.line.me',
  revocation: {
    url: 'https://api.line.me/oauth2/v2.1/revoke',
    token: 'access_token',
    in: { form: 'access_token' },
  },
  checks: ['pkce', 'nonce'],
  client: {
    token_endpoint_auth_method: 'client_secret_post',
    // Id tokens of web logins are signed with the channel secret, whatever discovery says.
    id_token_signed_response_alg: 'HS256',
  },
  dialect: { declined: ['ACCESS_DENIED'] },
  profile: { id: 'sub', name: 'name', email: 'email', image: 'picture' },
  provides: { email: 'unverified', refreshToken: true },
  style: {
    brandColor: '#06c755',
    logo,
  },
})

export default LINE
