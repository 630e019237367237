import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

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
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="currentColor"><rect x="5.5" y="2.5" width="13" height="6" rx="3"/><rect x="5.5" y="9" width="6" height="6" rx="3"/><circle cx="15.5" cy="12" r="3"/><path d="M8.5 15.5h3v3a3 3 0 1 1-3-3z"/></g></svg>',
  },
})

export default Figma
