import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Hugging Face. */
const HuggingFace: ProviderFunction<Profile, object, 'huggingface'> = defineProvider({
  id: 'huggingface',
  name: 'Hugging Face',
  type: 'oidc',
  docs: 'https://huggingface.co/docs/hub/oauth',
  issuer: 'https://huggingface.co',
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#ffd21e',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="12" cy="12" r="9"/><path d="M8 9.5v.5m8-.5v.5M8 14c1 3.5 7 3.5 8 0"/></g></svg>',
  },
})

export default HuggingFace
