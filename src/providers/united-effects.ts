import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/** Sign in with United Effects. */
const UnitedEffects: ProviderFunction<Profile> = define({
  id: 'united-effects',
  name: 'United Effects',
  type: 'oidc',
  docs: 'https://docs.unitedeffects.com',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://auth.unitedeffects.com/acme' } },
  authorization: { params: { scope: 'openid profile email', resource: '{issuer}' } },
  checks: ['pkce', 'nonce'],
  gives: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#0f6fc5' },
})

export default UnitedEffects
