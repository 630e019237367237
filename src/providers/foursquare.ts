import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './foursquare.mark.ts'

/** Sign in with Foursquare, with an account of Swarm; its City Guide closed in 2024. */
const Foursquare: ProviderFunction<Profile, object, 'foursquare'> = defineProvider({
  id: 'foursquare',
  name: 'Foursquare',
  type: 'oauth',
  docs: 'https://docs.foursquare.com/developer/reference/v2-authentication',
  authorization: 'https://foursquare.com/oauth2/authenticate',
  token: 'https://foursquare.com/oauth2/access_token',
  userinfo: 'https://api.foursquare.com/v2/users/self?v=20230131',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    token: { type: 'bearer' },
    userinfo: { bearer: { query: 'oauth_token' } },
    failure: {
      code: 'meta.code',
      message: 'meta.errorDetail',
      reference: 'meta.requestId',
      ok: [200],
    },
  },
  profile: {
    id: 'response.user.id',
    name: '{response.user.firstName} {response.user.lastName}',
    email: 'response.user.contact.email',
    image: '{response.user.photo.prefix}original{response.user.photo.suffix}',
  },
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#3333ff', logo },
})

export default Foursquare
