import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './azure-ad-b2c.mark.ts'

/**
 * Sign in with Azure AD B2C, which has taken no new customers since May 2025. Choose the issuer with
 * `/tfp/` under the user flow's "Token compatibility settings": only its discovery document is where
 * the issuer says.
 */
const AzureADB2C: ProviderFunction<Profile, object, 'azure-ad-b2c'> = defineProvider({
  id: 'azure-ad-b2c',
  name: 'Azure AD B2C',
  type: 'oidc',
  method: openId,
  docs: 'https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect',
  issuer: '{issuer}',
  variables: {
    issuer: {
      kind: 'origin',
      example:
        'https://acme.b2clogin.com/tfp/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/B2C_1_signin/v2.0',
    },
  },
  // An access token needs the scope of an API; the application's own id is one.
  authorization: { params: { scope: 'openid offline_access {clientId}' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'sub',
    name: ['name', '{given_name} {family_name}', 'preferred_username'],
    email: ['emails.0', 'email'],
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#0072c6', logo },
})

export default AzureADB2C
