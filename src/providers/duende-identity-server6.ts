import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Duende IdentityServer, of any version. */
const DuendeIdentityServer6: ProviderFunction<Profile, object, 'duende-identity-server6'> =
  defineProvider({
    id: 'duende-identity-server6',
    name: 'DuendeIdentityServer6',
    type: 'oidc',
    method: openId,
    docs: 'https://docs.duendesoftware.com/identityserver/tokens/requesting/',
    issuer: '{issuer}',
    variables: { issuer: { kind: 'origin', example: 'https://demo.duendesoftware.com' } },
    // By default, its id tokens contain only the subject if an access token is issued too.
    idToken: false,
    checks: ['pkce', 'nonce'],
    provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
    style: { brandColor: '#1a2b4b' },
  })

export default DuendeIdentityServer6
