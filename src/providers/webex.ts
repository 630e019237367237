import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Webex. */
const Webex: ProviderFunction<Profile, VariableOptions<'apiBaseUrl'>, 'webex'> = defineProvider({
  id: 'webex',
  name: 'Webex',
  type: 'oauth',
  docs: 'https://developer.webex.com/docs/integrations',
  variables: {
    apiBaseUrl: {
      kind: 'origin',
      example: 'https://webexapis.com/v1',
      default: 'https://webexapis.com/v1',
    },
  },
  authorization: {
    url: '{apiBaseUrl}/authorize',
    params: { scope: 'spark:kms spark:people_read' },
  },
  token: '{apiBaseUrl}/access_token',
  userinfo: '{apiBaseUrl}/people/me',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { token: { refreshExpiresIn: 'refresh_token_expires_in' } },
  profile: {
    id: 'id',
    name: ['displayName', '{firstName} {lastName}'],
    email: 'emails.0',
    image: 'avatar',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#07c1e4' },
})

export default Webex
