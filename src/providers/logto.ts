import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Logto. */
const Logto: ProviderFunction<Profile, object, 'logto'> = defineProvider({
  id: 'logto',
  name: 'Logto',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.logto.io/integrate-logto/application-data-structure',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://acme.logto.app/oidc' } },
  authorization: { params: { scope: 'openid profile email offline_access' } },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', 'username'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: { prompt: 'consent' } },
  style: { brandColor: '#5d34f2' },
})

export default Logto
