import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './digitalocean.mark.ts'

/** Sign in with DigitalOcean. */
const DigitalOcean: ProviderFunction<Profile, object, 'digitalocean'> = defineProvider({
  id: 'digitalocean',
  name: 'DigitalOcean',
  type: 'oauth',
  docs: 'https://docs.digitalocean.com/reference/api/oauth/',
  authorization: {
    url: 'https://cloud.digitalocean.com/v1/oauth/authorize',
    params: { scope: 'read' },
  },
  token: 'https://cloud.digitalocean.com/v1/oauth/token',
  userinfo: 'https://api.digitalocean.com/v2/account',
  revocation: {
    url: 'https://cloud.digitalocean.com/v1/oauth/revoke',
    token: 'access_token',
    bearer: true,
    client: false,
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'account.uuid',
    name: 'account.name',
    email: 'account.email',
    emailVerified: 'account.email_verified',
  },
  provides: { email: 'claimed', refreshToken: true },
  style: { brandColor: '#0069ff', logo },
})

export default DigitalOcean
