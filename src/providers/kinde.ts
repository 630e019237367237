import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Kinde. */
const Kinde: ProviderFunction<Profile, object, 'kinde'> = defineProvider({
  id: 'kinde',
  name: 'Kinde',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.kinde.com' } },
  // The parameter with the return address has a name of Kinde's own.
  endSession: { url: '{issuer}/logout', returnTo: 'redirect' },
  checks: ['pkce', 'nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'sub',
    name: ['name', '{given_name} {family_name}'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: { scope: 'offline' } },
  style: { brandColor: '#0f0f0f' },
})

export default Kinde
