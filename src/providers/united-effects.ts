import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with United Effects. */
const UnitedEffects: ProviderFunction<Profile, object, 'united-effects'> = defineProvider({
  id: 'united-effects',
  name: 'United Effects',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.unitedeffects.com',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://auth.unitedeffects.com/acme' } },
  // Without `resource`, the id token contains only the subject.
  authorization: { params: { scope: 'openid email profile', resource: '{issuer}' } },
  checks: ['pkce', 'nonce'],
  // `verified` is about the account, and true for everybody who came from another platform.
  profile: {
    id: 'sub',
    name: ['name', 'nickname', 'preferred_username', 'username'],
    email: 'email',
    image: 'picture',
  },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#0f6fc5' },
})

export default UnitedEffects
