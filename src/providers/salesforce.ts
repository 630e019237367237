import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with Salesforce. Set `issuer` for the domain of one organisation or of the sandboxes.
 */
const Salesforce: ProviderFunction<Profile, object, 'salesforce'> = defineProvider({
  id: 'salesforce',
  name: 'Salesforce',
  type: 'oidc',
  method: openId,
  docs: 'https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm',
  issuer: '{issuer}',
  variables: {
    issuer: {
      kind: 'origin',
      example: 'https://acme.my.salesforce.com',
      default: 'https://login.salesforce.com',
    },
  },
  revocation: { url: '{issuer}/services/oauth2/revoke', client: false },
  idToken: false,
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  accountChoice: { prompt: 'select_account' },
  provides: { email: 'claimed', refreshToken: { scope: 'refresh_token' } },
  style: { brandColor: '#00a1e0' },
})

export default Salesforce
