import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './simplelogin.mark.ts'

/** Sign in with SimpleLogin. */
const SimpleLogin: ProviderFunction<Profile, object, 'simplelogin'> = defineProvider({
  id: 'simplelogin',
  name: 'SimpleLogin',
  type: 'oidc',
  method: openId,
  docs: 'https://simplelogin.io/docs/siwsl/code-flow/',
  issuer: 'https://app.simplelogin.io',
  // With any scope besides `openid` its id tokens leave the nonce out.
  checks: ['state'],
  profile: {
    id: 'sub',
    name: 'name',
    email: 'email',
    image: 'avatar_url',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#e3156a', logo },
})

export default SimpleLogin
