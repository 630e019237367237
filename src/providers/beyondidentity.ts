import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/**
 * Sign in with Beyond Identity. The issuer contains the tenant, the realm and the application;
 * refresh tokens come if "Enable Refresh Tokens" is set for the application.
 */
const BeyondIdentity: ProviderFunction<Profile, object, 'beyondidentity'> = defineProvider({
  id: 'beyondidentity',
  name: 'Beyond Identity',
  type: 'oidc',
  method: openId,
  docs: 'https://developer.beyondidentity.com/docs/create-api-token',
  issuer: '{issuer}',
  variables: {
    issuer: {
      kind: 'origin',
      example:
        'https://auth-us.beyondidentity.com/v1/tenants/000176d94fd7b4d1/realms/19a95130480dfa79/applications/8b59da40',
    },
  },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#5077c5' },
})

export default BeyondIdentity
