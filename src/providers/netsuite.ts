import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with Oracle NetSuite, whose account must have the feature "NetSuite as OIDC Provider".
 */
const NetSuite: ProviderFunction<
  Profile,
  VariableOptions<'accountID'>,
  'netsuite'
> = defineProvider({
  id: 'netsuite',
  name: 'NetSuite',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_160855370280.html',
  issuer: 'https://system.netsuite.com',
  wellKnown: 'https://{accountID}.suitetalk.api.netsuite.com/.well-known/openid-configuration',
  variables: { accountID: { kind: 'word', example: '1234567-sb1' } },
  authorization: { params: { scope: 'openid email' } },
  revocation: {
    url: 'https://{accountID}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke',
    token: 'refresh_token',
  },
  endSession: 'https://{accountID}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/logout',
  checks: ['pkce', 'nonce'],
  // The subject is `role;entity`: a person who signs in under another role is another user. Auth.js
  // reads an `id` from a script of the account's own, so its accounts do not carry over.
  profile: { id: 'sub', name: ['name', 'email'], email: 'email' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#36677d' },
})

export default NetSuite
