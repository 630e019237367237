import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './generic-oidc.mark.ts'

/** The description of a platform of your own: its issuer. All other options work as usual. */
export interface GenericOIDCOptions {
  /** The issuer, as it stands in the discovery document; the environment may give it instead. */
  issuer: string | undefined
}

/** Sign in with any OpenID Connect platform, by its `issuer`. */
const GenericOIDC: ProviderFunction<Profile, GenericOIDCOptions, 'generic-oidc'> = defineProvider({
  id: 'generic-oidc',
  name: 'OpenID Connect',
  type: 'oidc',
  method: openId,
  docs: 'https://openid.net/specs/openid-connect-core-1_0.html',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://id.acme.example' } },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', 'nickname', 'preferred_username'],
    email: 'email',
    emailVerified: 'email_verified',
    image: 'picture',
  },
  provides: { email: 'claimed', refreshToken: { scope: 'offline_access' } },
  style: { brandColor: '#52525b', logo },
})

export default GenericOIDC
