import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with the Forgejo server at `origin`. */
const Forgejo: ProviderFunction<Profile, VariableOptions<'origin'>, 'forgejo'> = defineProvider({
  id: 'forgejo',
  name: 'Forgejo',
  type: 'oauth',
  docs: 'https://forgejo.org/docs/latest/user/oauth2-provider/',
  variables: { origin: { kind: 'origin', example: 'https://git.acme.example' } },
  authorization: {
    url: '{origin}/login/oauth/authorize',
    params: { scope: 'openid profile email' },
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
  style: { brandColor: '#d40000' },
})

export default Forgejo
