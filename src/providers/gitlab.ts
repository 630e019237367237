import { defineProvider, type ProviderFunction, type VariableOptions } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './gitlab.mark.ts'

/** Sign in with GitLab, on gitlab.com or at an address of your own. */
const GitLab: ProviderFunction<Profile, VariableOptions<'baseUrl'>, 'gitlab'> = defineProvider({
  id: 'gitlab',
  name: 'GitLab',
  type: 'oauth',
  docs: 'https://docs.gitlab.com/api/oauth2/',
  variables: {
    baseUrl: { kind: 'origin', default: 'https://gitlab.com', example: 'https://gitlab.acme.com' },
  },
  authorization: { url: '{baseUrl}/oauth/authorize', params: { scope: 'read_user' } },
  token: '{baseUrl}/oauth/token',
  userinfo: '{baseUrl}/api/v4/user',
  revocation: '{baseUrl}/oauth/revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    // An application with the scope `openid` may set `userinfo` to the OpenID Connect endpoint, which has `sub`.
    id: ['sub', 'id'],
    name: ['name', 'username'],
    email: 'email',
    image: 'avatar_url',
    // GitLab stores an address as `email` only once the person has confirmed it, at this time.
    emailVerified: 'confirmed_at',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#fc6d26',
    logo,
  },
})

export default GitLab
