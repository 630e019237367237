import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './linkedin.mark.ts'

/**
 * Sign in with LinkedIn. The application needs the product "Sign In with LinkedIn using OpenID
 * Connect".
 */
const LinkedIn: ProviderFunction<Profile, object, 'linkedin'> = defineProvider({
  id: 'linkedin',
  name: 'LinkedIn',
  type: 'oidc',
  method: openId,
  docs: 'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
  issuer: 'https://www.linkedin.com/oauth',
  // It documents no nonce, and PKCE for native applications only.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { declined: ['user_cancelled_login', 'user_cancelled_authorize'] },
  profile: {
    id: 'sub',
    name: ['name', '{given_name} {family_name}'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: false },
  hints: {
    unauthorized_scope_error:
      'Add the product "Sign In with LinkedIn using OpenID Connect" to the application.',
  },
  button: { popular: 9 },
  style: {
    brandColor: '#0a66c2',
    logo,
  },
})

export default LinkedIn
