import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './osu.mark.ts'

/** Sign in with osu! */
const Osu: ProviderFunction<Profile, object, 'osu'> = defineProvider({
  id: 'osu',
  name: 'osu!',
  type: 'oauth',
  docs: 'https://osu.ppy.sh/docs/index.html#authorization-code-grant',
  authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
  token: 'https://osu.ppy.sh/oauth/token',
  userinfo: 'https://osu.ppy.sh/api/v2/me',
  revocation: {
    url: 'https://osu.ppy.sh/api/v2/oauth/tokens/current',
    token: 'access_token',
    method: 'DELETE',
    in: 'bearer',
    client: false,
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: 'username', image: 'avatar_url' },
  provides: { email: false, refreshToken: true },
  style: { brandColor: '#ff66aa', logo },
})

export default Osu
