import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './etsy.mark.ts'

/** Sign in with Etsy. The client id is the application's keystring, the client secret its shared secret. */
const Etsy: ProviderFunction<Profile, object, 'etsy'> = defineProvider({
  id: 'etsy',
  name: 'Etsy',
  type: 'oauth',
  docs: 'https://developers.etsy.com/documentation/essentials/authentication/',
  authorization: { url: 'https://www.etsy.com/oauth/connect', params: { scope: 'email_r' } },
  token: 'https://api.etsy.com/v3/public/oauth/token',
  userinfo: {
    url: 'https://openapi.etsy.com/v3/application/users/',
    async request({ tokens, provider, fetch }) {
      // An access token begins with the number of the person who granted it.
      const [user] = String(tokens.access_token).split('.')
      const response = await fetch(new URL(user ?? '', provider.userinfo?.url), {
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          'x-api-key': `${provider.clientId}:${provider.clientSecret}`,
        },
      })
      if (!response.ok) throw new Error(`Etsy answered ${response.status} to the profile request`)
      return response.json()
    },
  },
  checks: ['pkce', 'state'],
  // The secret is for the API; the token endpoint trusts PKCE alone.
  client: { token_endpoint_auth_method: 'none' },
  profile: {
    id: 'user_id',
    name: '{first_name} {last_name}',
    email: 'primary_email',
    image: 'image_url_75x75',
  },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#f1641e', logo },
})

export default Etsy
