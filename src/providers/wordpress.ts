import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './wordpress.mark.ts'

/** Sign in with WordPress.com. */
const WordPress: ProviderFunction<Profile, object, 'wordpress'> = defineProvider({
  id: 'wordpress',
  name: 'WordPress.com',
  type: 'oauth',
  docs: 'https://developer.wordpress.com/docs/api/oauth2/',
  authorization: {
    url: 'https://public-api.wordpress.com/oauth2/authorize',
    params: { scope: 'auth' },
  },
  token: 'https://public-api.wordpress.com/oauth2/token',
  userinfo: 'https://public-api.wordpress.com/rest/v1/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'ID',
    name: ['display_name', 'username'],
    email: 'email',
    image: 'avatar_URL',
    emailVerified: 'email_verified',
  },
  provides: { email: 'claimed', refreshToken: false },
  style: { brandColor: '#3858e9', logo },
})

export default WordPress
