import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './vercel.mark.ts'

/** Sign in with Vercel. */
const Vercel: ProviderFunction<Profile, object, 'vercel'> = defineProvider({
  id: 'vercel',
  name: 'Vercel',
  type: 'oidc',
  method: openId,
  docs: 'https://vercel.com/docs/sign-in-with-vercel/authorization-server-api',
  issuer: 'https://vercel.com',
  authorization: { params: { scope: 'openid profile email' } },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
    image: 'picture',
  },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: {
    brandColor: '#000000',
    logo,
  },
})

export default Vercel
