import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'

/** Sign in with Atlassian. */
const Atlassian: ProviderFunction<Profile, object, 'atlassian'> = defineProvider({
  id: 'atlassian',
  name: 'Atlassian',
  type: 'oauth',
  docs: 'https://developer.atlassian.com/cloud/oauth/getting-started/implementing-oauth-3lo/',
  authorization: {
    url: 'https://auth.atlassian.com/authorize',
    params: { audience: 'api.atlassian.com', scope: 'read:me', prompt: 'consent' },
  },
  token: 'https://auth.atlassian.com/oauth/token',
  userinfo: 'https://api.atlassian.com/me',
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: { token: { body: 'json' } },
  profile: { id: 'account_id', name: ['name', 'nickname'], email: 'email', image: 'picture' },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: {
    brandColor: '#0052cc',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M8.2 10.5 3 21h7.2c1-3.6.4-7.4-2-10.5zM12.2 3c-2.6 4-2.7 8-.6 12l3 6H22z"/></svg>',
  },
})

export default Atlassian
