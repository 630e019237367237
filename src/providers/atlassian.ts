import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './atlassian.mark.ts'

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
    logo,
  },
})

export default Atlassian
