import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Frontegg. The issuer is the environment's login domain. */
const Frontegg: ProviderFunction<Profile, object, 'frontegg'> = defineProvider({
  id: 'frontegg',
  name: 'Frontegg',
  type: 'oidc',
  method: openId,
  docs: 'https://developers.frontegg.com/guides/management/frontegg-idp/native-hosted',
  issuer: '{issuer}',
  variables: { issuer: { kind: 'origin', example: 'https://app-acme.frontegg.com' } },
  wellKnown: '{issuer}/oauth/.well-known/openid-configuration',
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: 'name',
    email: 'email',
    image: ['picture', 'profilePictureUrl'],
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#3b3fb6' },
})

export default Frontegg
