import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './slack.mark.ts'

/** Sign in with Slack. */
const Slack: ProviderFunction<Profile, object, 'slack'> = defineProvider({
  id: 'slack',
  name: 'Slack',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.slack.dev/authentication/sign-in-with-slack/',
  issuer: 'https://slack.com',
  revocation: {
    url: 'https://slack.com/api/auth.revoke',
    token: 'access_token',
    in: 'bearer',
    client: false,
    gone: ['invalid_auth', 'token_revoked', 'account_inactive'],
  },
  checks: ['nonce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  provides: { email: 'claimed', refreshToken: false },
  hints: {
    bad_redirect_uri: 'Add {callbackUrl} under "OAuth & Permissions", "Redirect URLs".',
    invalid_team_for_non_distributed_app:
      'Activate public distribution to let other workspaces in.',
  },
  callback: { http: 'never' },
  style: {
    brandColor: '#4a154b',
    logo,
  },
})

export default Slack
