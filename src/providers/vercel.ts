import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Vercel. */
const Vercel: ProviderFunction<Profile, object, 'vercel'> = defineProvider({
  id: 'vercel',
  name: 'Vercel',
  type: 'oidc',
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
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M12 4l9 16H3z"/></svg>',
  },
})

export default Vercel
