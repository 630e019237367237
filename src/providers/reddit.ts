import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './reddit.mark.ts'

/** Sign in with Reddit. */
const Reddit: ProviderFunction<Profile, object, 'reddit'> = defineProvider({
  id: 'reddit',
  name: 'Reddit',
  type: 'oauth',
  docs: 'https://github.com/reddit-archive/reddit/wiki/OAuth2',
  authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity' } },
  token: 'https://www.reddit.com/api/v1/access_token',
  // Without `raw_json` the picture's address is escaped for HTML.
  userinfo: 'https://oauth.reddit.com/api/v1/me?raw_json=1',
  revocation: 'https://www.reddit.com/api/v1/revoke_token',
  checks: ['state'],
  // Reddit throttles requests that do not name their agent.
  dialect: {
    token: { headers: { 'User-Agent': 'Portico' } },
    userinfo: { headers: { 'User-Agent': 'Portico' } },
  },
  profile: { id: 'id', name: 'name', image: ['snoovatar_img', 'icon_img'] },
  provides: { email: false, refreshToken: { duration: 'permanent' } },
  style: { brandColor: '#ff4500', logo },
})

export default Reddit
