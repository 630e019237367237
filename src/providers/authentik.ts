import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './authentik.mark.ts'

/** Sign in with authentik. The issuer ends with the application's slug. */
const Authentik: ProviderFunction<Profile, object, 'authentik'> = defineProvider({
  id: 'authentik',
  name: 'Authentik',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/',
  issuer: '{issuer}',
  variables: {
    issuer: { kind: 'origin', example: 'https://authentik.acme.com/application/o/my-app' },
  },
  checks: ['pkce', 'nonce'],
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#fd4b2d', logo },
})

export default Authentik
