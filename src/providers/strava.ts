import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Strava. */
const Strava: ProviderFunction<Profile, object, 'strava'> = defineProvider({
  id: 'strava',
  name: 'Strava',
  type: 'oauth',
  docs: 'https://developers.strava.com/docs/authentication/',
  authorization: {
    url: 'https://www.strava.com/oauth/authorize',
    params: { scope: 'read', approval_prompt: 'auto' },
  },
  token: 'https://www.strava.com/api/v3/oauth/token',
  userinfo: 'https://www.strava.com/api/v3/athlete',
  revocation: {
    url: 'https://www.strava.com/oauth/deauthorize',
    token: 'access_token',
    in: { form: 'access_token' },
    client: false,
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { scopes: 'comma' },
  profile: { id: 'id', name: '{firstname} {lastname}', image: 'profile' },
  provides: { email: false, refreshToken: true },
  style: {
    brandColor: '#fc4c02',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor"><path d="M10 2 3 15h4l3-6 3 6h4zM15 22l-4-7h3l1 2.5 1-2.5h3z"/></svg>',
  },
})

export default Strava
