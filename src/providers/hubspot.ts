import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile, TokenSet } from '../types/models.ts'
import type { EndpointTools } from '../types/provider.ts'
import { logo } from './hubspot.mark.ts'

/** Sign in with HubSpot. */
const HubSpot: ProviderFunction<Profile, object, 'hubspot'> = defineProvider({
  id: 'hubspot',
  name: 'HubSpot',
  type: 'oauth',
  docs: 'https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/token-introspect',
  authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
  token: 'https://api.hubapi.com/oauth/2026-03/token',
  userinfo: { url: 'https://api.hubapi.com/oauth/2026-03/token/introspect', request: introspect },
  revocation: {
    url: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
    token: 'refresh_token',
  },
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    failure: { code: 'category', message: 'message', reference: 'correlationId' },
  },
  profile: { id: 'user_id', name: 'user', email: 'user' },
  provides: { email: 'unverified', refreshToken: true },
  style: { brandColor: '#ff7a59', logo },
})

/**
 * There is no user-info endpoint: introspection of the token says who installed the application (RFC 7662).
 */
async function introspect({ tokens, provider, fetch }: EndpointTools & { tokens: TokenSet }) {
  const body = new URLSearchParams({
    client_id: provider.clientId,
    client_secret: provider.clientSecret ?? '',
    token: tokens.access_token ?? '',
    token_type_hint: 'access_token',
  })
  const response = await fetch(String(provider.userinfo?.url), { method: 'POST', body })
  if (!response.ok) throw new Error(`HubSpot answered ${response.status} when asked for the user`)
  const profile: Profile = await response.json()
  if (profile.active !== true) throw new Error('HubSpot says that the token it just gave is dead')
  // These two contain the token, which must not become part of the profile.
  const { token, signed_access_token, ...person } = profile
  return person
}

export default HubSpot
