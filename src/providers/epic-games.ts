import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './epic-games.mark.ts'

/** Sign in with an Epic Games account. */
const EpicGames: ProviderFunction<Profile, object, 'epic-games'> = defineProvider({
  id: 'epic-games',
  name: 'Epic Games',
  type: 'oauth',
  docs: 'https://dev.epicgames.com/docs/web-api-ref/authentication',
  authorization: {
    url: 'https://www.epicgames.com/id/authorize',
    params: { scope: 'basic_profile' },
  },
  token: 'https://api.epicgames.dev/epic/oauth/v2/token',
  userinfo: 'https://api.epicgames.dev/epic/oauth/v2/userInfo',
  revocation: 'https://api.epicgames.dev/epic/oauth/v2/revoke',
  checks: ['state'],
  dialect: {
    token: { refreshExpiresIn: 'refresh_expires_in' },
    subject: { tokens: 'account_id', profile: 'sub' },
  },
  profile: { id: 'sub', name: 'preferred_username' },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#121212', logo },
})

export default EpicGames
