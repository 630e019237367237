import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './huggingface.mark.ts'

/** Sign in with Hugging Face. */
const HuggingFace: ProviderFunction<Profile, object, 'huggingface'> = defineProvider({
  id: 'huggingface',
  name: 'Hugging Face',
  type: 'oidc',
  method: openId,
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
    logo,
  },
})

export default HuggingFace
