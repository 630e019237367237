import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with Asgardeo. The issuer is the one that the console shows under the application's
 * "Info".
 */
const Asgardeo: ProviderFunction<Profile, object, 'asgardeo'> = defineProvider({
  id: 'asgardeo',
  name: 'Asgardeo',
  type: 'oidc',
  method: openId,
  docs: 'https://wso2.com/asgardeo/docs/guides/authentication/oidc/implement-auth-code-with-pkce/',
  issuer: '{issuer}',
  variables: {
    issuer: { kind: 'origin', example: 'https://api.asgardeo.io/t/acme/oauth2/token' },
  },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', '{given_name} {family_name}', 'username'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#ff7300' },
})

export default Asgardeo
