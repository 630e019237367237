import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './figma.mark.ts'

/** Sign in with Figma. */
const Figma: ProviderFunction<Profile, object, 'figma'> = defineProvider({
  id: 'figma',
  name: 'Figma',
  type: 'oauth',
  docs: 'https://developers.figma.com/docs/rest-api/oauth-apps/',
  authorization: { url: 'https://www.figma.com/oauth', params: { scope: 'current_user:read' } },
  token: 'https://api.figma.com/v1/oauth/token',
  userinfo: 'https://api.figma.com/v1/me',
  checks: ['pkce', 'state'],
  dialect: {
    token: { type: 'bearer' },
    refresh: { url: 'https://api.figma.com/v1/oauth/refresh' },
  },
  profile: { id: 'id', name: 'handle', email: 'email', image: 'img_url' },
  provides: { email: 'unverified', refreshToken: true },
  style: {
    brandColor: '#f24e1e',
    logo,
  },
})

export default Figma
