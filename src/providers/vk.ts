import { define, type ProviderFunction } from '../define.ts'
import type { Profile } from '../types/nouns.ts'
import type { TokenEndpointHandler } from '../types/provider.ts'

const endpoint = 'https://id.vk.com/oauth2/auth'

// VK wants the callback's `device_id` back with the code; RFC 6749 has no place for it.
const exchange: TokenEndpointHandler['request'] = async ({ provider, params, checks, fetch }) => {
  const { code = '', state = '', device_id = '' } = params
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: provider.clientId,
    redirect_uri: provider.callbackUrl,
    code_verifier: checks.code_verifier ?? '',
    code,
    state,
    device_id,
  })
  const response = await fetch(provider.token?.url ?? endpoint, { method: 'POST', body })
  const tokens = await response.json()
  if (typeof tokens.access_token === 'string') return { tokens }
  throw new Error(`VK refused the code: ${tokens.error ?? response.status}`)
}

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
  token: { url: endpoint, request: exchange },
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
  dialect: { userinfo: { method: 'POST' } },
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
