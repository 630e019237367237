import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './coinbase.mark.ts'

/** Sign in with Coinbase. New applications need Coinbase's approval. */
const Coinbase: ProviderFunction<Profile, object, 'coinbase'> = defineProvider({
  id: 'coinbase',
  name: 'Coinbase',
  type: 'oauth',
  docs: 'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/reference',
  authorization: {
    url: 'https://login.coinbase.com/oauth2/auth',
    params: { scope: 'wallet:user:read wallet:user:email' },
  },
  token: 'https://login.coinbase.com/oauth2/token',
  userinfo: 'https://api.coinbase.com/v2/user',
  revocation: {
    url: 'https://login.coinbase.com/oauth2/revoke',
    token: 'access_token',
    bearer: true,
  },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'data.id', name: 'data.name', email: 'data.email', image: 'data.avatar_url' },
  provides: { email: 'unverified', refreshToken: { scope: 'offline_access' } },
  style: {
    brandColor: '#0052ff',
    logo,
  },
})

export default Coinbase
