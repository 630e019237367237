import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './auth0.mark.ts'

/** Sign in with Auth0. The issuer is the tenant's domain, or its custom domain. */
const Auth0: ProviderFunction<Profile, object, 'auth0'> = defineProvider({
  id: 'auth0',
  name: 'Auth0',
  type: 'oidc',
  method: openId,
  docs: 'https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.eu.auth0.com' } },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // https://auth0.com/docs/manage-users/organizations/using-tokens
  dialect: { repeated: { organization: ['org_id', 'org_name'] } },
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  hints: {
    unauthorized_client:
      'Allow the "Authorization Code" grant under Applications > Settings > Advanced > Grant Types.',
  },
  style: { brandColor: '#eb5424', logo },
})

export default Auth0
