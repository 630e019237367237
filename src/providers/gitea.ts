import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './gitea.mark.ts'

/** Sign in with a Gitea server: gitea.com, or the one at `origin`. */
const Gitea: ProviderFunction<Profile, VariableOptions<'origin'>, 'gitea'> = defineProvider({
  id: 'gitea',
  name: 'Gitea',
  type: 'oauth',
  docs: 'https://docs.gitea.com/development/oauth2-provider',
  variables: {
    origin: { kind: 'origin', example: 'https://git.acme.example', default: 'https://gitea.com' },
  },
  // Without a scope of the API, the token would give access to all of it.
  authorization: {
    url: '{origin}/login/oauth/authorize',
    params: { scope: 'openid profile email read:user' },
  },
  token: '{origin}/login/oauth/access_token',
  userinfo: '{origin}/login/oauth/userinfo',
  checks: ['pkce', 'state'],
  profile: {
    id: 'sub',
    name: ['name', 'preferred_username'],
    email: 'email',
    image: 'picture',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#609926', logo },
})

export default Gitea
