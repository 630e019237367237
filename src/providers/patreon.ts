import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './patreon.mark.ts'

/** Sign in with Patreon. */
const Patreon: ProviderFunction<Profile, object, 'patreon'> = defineProvider({
  id: 'patreon',
  name: 'Patreon',
  type: 'oauth',
  docs: 'https://docs.patreon.com/#oauth',
  authorization: {
    url: 'https://www.patreon.com/oauth2/authorize',
    params: { scope: 'identity identity[email]' },
  },
  token: 'https://www.patreon.com/api/oauth2/token',
  userinfo: {
    url: 'https://www.patreon.com/api/oauth2/v2/identity',
    params: { 'fields[user]': 'full_name,email,image_url,is_email_verified' },
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // Patreon drops requests that do not name their agent.
  dialect: {
    token: { headers: { 'User-Agent': 'Portico' } },
    userinfo: { headers: { 'User-Agent': 'Portico' } },
  },
  profile: {
    id: 'data.id',
    name: 'data.attributes.full_name',
    email: 'data.attributes.email',
    image: 'data.attributes.image_url',
    emailVerified: 'data.attributes.is_email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#ff424d',
    logo,
  },
})

export default Patreon
