import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './wikimedia.mark.ts'

/** Sign in with Wikimedia, the account of Wikipedia and its sister projects. */
const Wikimedia: ProviderFunction<Profile, object, 'wikimedia'> = defineProvider({
  id: 'wikimedia',
  name: 'Wikimedia',
  type: 'oauth',
  docs: 'https://www.mediawiki.org/wiki/OAuth/For_Developers#OAuth_2',
  authorization: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize',
  token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
  userinfo: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // Wikimedia's policy asks every agent to name itself.
  dialect: {
    token: { headers: { 'user-agent': 'Portico' } },
    userinfo: { headers: { 'user-agent': 'Portico' } },
  },
  profile: { id: 'sub', name: 'username', email: 'email', emailVerified: 'confirmed_email' },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#006699', logo },
})

export default Wikimedia
