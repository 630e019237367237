import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with IdentityServer4, whose support ended in 2022; Duende IdentityServer is its
 * successor.
 */
const IdentityServer4: ProviderFunction<Profile, object, 'identity-server4'> = defineProvider({
  id: 'identity-server4',
  name: 'IdentityServer4',
  type: 'oidc',
  method: openId,
  docs: 'https://identityserver4.readthedocs.io/en/latest/endpoints/authorize.html',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://identity.acme.com' } },
  // By default, its id tokens contain only the subject if an access token is issued too.
  idToken: false,
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#214761' },
})

export default IdentityServer4
