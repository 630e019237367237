import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './mastodon.mark.ts'

/** Sign in with a Mastodon server. */
const Mastodon: ProviderFunction<Profile, object, 'mastodon'> = defineProvider({
  id: 'mastodon',
  name: 'Mastodon',
  type: 'oauth',
  docs: 'https://docs.joinmastodon.org/spec/oauth/',
  variables: { issuer: { kind: 'origin', example: 'https://mastodon.social' } },
  authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read:accounts' } },
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/api/v1/accounts/verify_credentials',
  revocation: '{issuer}/oauth/revoke',
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: { id: 'id', name: ['username', 'display_name'], image: ['avatar_static', 'avatar'] },
  provides: { email: false, refreshToken: false },
  hints: {
    invalid_scope: 'Register the application at the server with the scope read:accounts (or read).',
  },
  style: { brandColor: '#6364ff', logo },
})

export default Mastodon
