import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './42-school.mark.ts'

/** Sign in with 42 School. */
const FortyTwo: ProviderFunction<Profile, object, '42-school'> = defineProvider({
  id: '42-school',
  name: '42 School',
  type: 'oauth',
  docs: 'https://api.intra.42.fr/apidoc/guides/web_application_flow',
  authorization: { url: 'https://api.intra.42.fr/oauth/authorize', params: { scope: 'public' } },
  token: 'https://api.intra.42.fr/oauth/token',
  userinfo: 'https://api.intra.42.fr/v2/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'id',
    name: ['usual_full_name', 'displayname', 'login'],
    email: 'email',
    image: 'image.link',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#000000', logo },
})

export default FortyTwo
