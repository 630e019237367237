import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './threads.mark.ts'

/**
 * Sign in with Threads. Its tokens last an hour and are exchanged for longer ones, not refreshed.
 */
const Threads: ProviderFunction<Profile, object, 'threads'> = defineProvider({
  id: 'threads',
  name: 'Threads',
  type: 'oauth',
  docs: 'https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions',
  authorization: { url: 'https://threads.com/oauth/authorize', params: { scope: 'threads_basic' } },
  token: 'https://graph.threads.com/oauth/access_token',
  userinfo: {
    url: 'https://graph.threads.com/v1.0/me',
    params: { fields: 'id,username,name,threads_profile_picture_url' },
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    scopes: 'comma',
    token: { type: 'bearer' },
    userinfo: { bearer: { query: 'access_token' } },
  },
  // Auth.js reads `data.id`, which Threads does not send: no account has such an id.
  profile: { id: 'id', name: ['username', 'name'], image: 'threads_profile_picture_url' },
  provides: { email: false, refreshToken: false },
  style: { brandColor: '#000000', logo },
})

export default Threads
