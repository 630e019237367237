import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile, TokenSet } from '../types/models.ts'
import type { EndpointTools } from '../types/provider.ts'
import { logo } from './vk.mark.ts'

/**
 * Sign in with VK ID, which replaced the endpoints at oauth.vk.com; the ids of people are the same.
 */
const VK: ProviderFunction<Profile, object, 'vk'> = defineProvider({
  id: 'vk',
  name: 'VK',
  type: 'oauth',
  docs: 'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description',
  authorization: {
    url: 'https://id.vk.com/authorize',
    params: { scope: 'vkid.personal_info email' },
  },
  token: 'https://id.vk.com/oauth2/auth',
  userinfo: { url: 'https://id.vk.com/oauth2/user_info', request: ask },
  revocation: {
    url: 'https://id.vk.com/oauth2/revoke',
    token: 'access_token',
    in: { form: 'access_token' },
  },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'none' },
  // VK wants the callback's `device_id` and `state` back with the code.
  dialect: { token: { callback: ['device_id', 'state'] } },
  profile: {
    id: 'user.user_id',
    name: '{user.first_name} {user.last_name}',
    email: 'user.email',
    image: 'user.avatar',
  },
  // A refresh needs the `device_id` again, which an account does not keep.
  provides: { email: 'unverified', refreshToken: false },
  style: { brandColor: '#0077ff', logo },
})

/** VK takes the token as a form field, never as a header, and sends errors with status 200. */
async function ask({ tokens, provider, fetch }: EndpointTools & { tokens: TokenSet }) {
  const body = new URLSearchParams({
    client_id: provider.clientId,
    access_token: tokens.access_token ?? '',
  })
  const response = await fetch(String(provider.userinfo?.url), { method: 'POST', body })
  const profile: Profile = await response.json()
  if (!response.ok || profile.error) {
    throw new Error(`VK answered ${profile.error ?? response.status} when asked for the user`)
  }
  return profile
}

export default VK
