import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './facebook.mark.ts'

/** Sign in with Facebook. */
const Facebook: ProviderFunction<Profile, object, 'facebook'> = defineProvider({
  id: 'facebook',
  name: 'Facebook',
  type: 'oauth',
  docs: 'https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow',
  authorization: {
    url: 'https://www.facebook.com/v24.0/dialog/oauth',
    params: { scope: 'public_profile email' },
  },
  token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  userinfo: 'https://graph.facebook.com/v24.0/me?fields=id,name,email,picture.type(large)',
  revocation: {
    url: 'https://graph.facebook.com/v24.0/me/permissions',
    method: 'DELETE',
    token: 'access_token',
    in: 'bearer',
    client: false,
    gone: ['190'],
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    failure: { code: 'error.code', message: 'error.message', reference: 'error.fbtrace_id' },
    callbackError: ['error_reason'],
  },
  profile: { id: 'id', name: 'name', email: 'email', image: 'picture.data.url' },
  provides: { email: 'unverified', refreshToken: false },
  hints: {
    191: 'Add {callbackUrl} under Facebook Login > Settings > Valid OAuth Redirect URIs.',
  },
  button: { popular: 5 },
  style: {
    brandColor: '#0866ff',
    logo,
  },
})

export default Facebook
