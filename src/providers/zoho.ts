import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './zoho.mark.ts'

/**
 * Sign in with Zoho; `domain` is that of the data centre that has the people's accounts.
 */
const Zoho: ProviderFunction<Profile, VariableOptions<'domain'>, 'zoho'> = defineProvider({
  id: 'zoho',
  name: 'Zoho',
  type: 'oauth',
  docs: 'https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html',
  variables: {
    domain: { kind: 'host', example: 'accounts.zoho.eu', default: 'accounts.zoho.com' },
  },
  authorization: {
    url: 'https://{domain}/oauth/v2/auth',
    params: { scope: 'AaaServer.profile.READ' },
  },
  token: 'https://{domain}/oauth/v2/token',
  userinfo: 'https://{domain}/oauth/user/info',
  revocation: {
    url: 'https://{domain}/oauth/v2/token/revoke',
    in: { query: 'token' },
    client: false,
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'comma' },
  profile: { id: 'ZUID', name: ['{First_Name} {Last_Name}', 'Display_Name'], email: 'Email' },
  provides: { email: 'unverified', refreshToken: { access_type: 'offline', prompt: 'consent' } },
  style: { brandColor: '#226db4', logo },
})

export default Zoho
