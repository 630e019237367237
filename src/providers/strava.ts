import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './strava.mark.ts'

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
    logo,
  },
})

export default Strava
