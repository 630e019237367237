import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with the Concept2 Logbook. */
const Concept2: ProviderFunction<Profile, object, 'concept2'> = defineProvider({
  id: 'concept2',
  name: 'Concept2',
  type: 'oauth',
  docs: 'https://log.concept2.com/developers/documentation/',
  authorization: {
    url: 'https://log.concept2.com/oauth/authorize',
    params: { scope: 'user:read,results:write' },
  },
  token: 'https://log.concept2.com/oauth/access_token',
  userinfo: 'https://log.concept2.com/api/users/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'comma' },
  profile: {
    id: 'data.id',
    name: ['data.username', '{data.first_name} {data.last_name}'],
    email: 'data.email',
    image: 'data.profile_image',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#d9272e' },
})

export default Concept2
