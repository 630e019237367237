import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'

/**
 * Sign in with VK ID, which replaced the endpoints at oauth.vk.com; the ids of people are the same.
 */
const VK: ProviderFunction<Profile> = define({
  id: 'vk',
  name: 'VK',
  type: 'oauth',
  docs: 'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description',
  authorization: {
    url: 'https://id.vk.com/authorize',
    params: { scope: 'vkid.personal_info email' },
  },
  token: 'https://id.vk.com/oauth2/auth',
  userinfo: {
    url: 'https://id.vk.com/oauth2/user_info',
    params: { client_id: '{clientId}' },
  },
  revocation: {
    url: 'https://id.vk.com/oauth2/revoke',
    token: 'access_token',
    in: { form: 'access_token' },
  },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'none' },
  // VK wants the callback's `device_id` and `state` back with the code.
  dialect: { token: { callback: ['device_id', 'state'] }, userinfo: { method: 'POST' } },
  profile: {
    id: 'user.user_id',
    name: '{user.first_name} {user.last_name}',
    email: 'user.email',
    image: 'user.avatar',
  },
  // A refresh needs the `device_id` again, which an account does not keep.
  gives: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#0077ff' },
})

export default VK
