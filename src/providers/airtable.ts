import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './airtable.mark.ts'

/** Sign in with Airtable, which gives an e-mail address but no name. */
const Airtable: ProviderFunction<Profile, object, 'airtable'> = defineProvider({
  id: 'airtable',
  name: 'Airtable',
  type: 'oauth',
  docs: 'https://airtable.com/developers/web/api/oauth-reference',
  authorization: {
    url: 'https://airtable.com/oauth2/v1/authorize',
    params: { scope: 'user.email:read' },
  },
  token: 'https://airtable.com/oauth2/v1/token',
  userinfo: 'https://api.airtable.com/v0/meta/whoami',
  checks: ['pkce', 'state'],
  dialect: { token: { refreshExpiresIn: 'refresh_expires_in' } },
  profile: { id: 'id', email: 'email' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#18bfff', logo },
})

export default Airtable
