import {
  adaptOptions,
  defineProvider,
  type ProviderFunction,
  type VariableOptions,
} from '../define-provider.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './github.mark.ts'

type Options = VariableOptions<'baseUrl' | 'apiUrl'> & {
  /** GitHub Enterprise Server at its own address. */
  enterprise?: { baseUrl?: string | undefined }
}

const github: ProviderFunction<
  Profile,
  VariableOptions<'baseUrl' | 'apiUrl'>,
  'github'
> = defineProvider({
  id: 'github',
  name: 'GitHub',
  type: 'oauth',
  docs: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
  issuer: '{baseUrl}/login/oauth',
  variables: {
    baseUrl: { kind: 'origin', default: 'https://github.com', example: 'https://acme.ghe.com' },
    apiUrl: {
      kind: 'origin',
      default: 'https://api.github.com',
      example: 'https://api.acme.ghe.com',
    },
  },
  authorization: {
    url: '{baseUrl}/login/oauth/authorize',
    params: { scope: 'read:user user:email' },
  },
  token: '{baseUrl}/login/oauth/access_token',
  userinfo: '{apiUrl}/user',
  revocation: {
    url: '{apiUrl}/applications/{clientId}/token',
    method: 'DELETE',
    token: 'access_token',
    in: { json: 'access_token' },
    client: 'client_secret_basic',
    gone: [404, 422],
  },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  dialect: {
    // Scopes are requested with spaces and answered with commas.
    scopes: 'comma',
    scopeSeparator: ' ',
    userinfo: {
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      // The profile has the public address, and does not say if it is verified.
      emails: {
        url: '{apiUrl}/user/emails',
        email: '?primary.email',
        verified: '?primary.verified',
      },
    },
  },
  profile: {
    id: 'id',
    name: ['name', 'login'],
    email: 'email',
    image: 'avatar_url',
    emailVerified: 'email_verified',
  },
  accountChoice: { prompt: 'select_account' },
  // GitHub Apps give refresh tokens unless they opted out of expiry; OAuth apps' tokens do not
  // expire.
  provides: { email: 'claimed', refreshToken: false },
  hints: {
    redirect_uri_mismatch:
      'Set the authorization callback URL of the application to {callbackUrl}.',
    incorrect_client_credentials:
      'Compare AUTH_GITHUB_ID and AUTH_GITHUB_SECRET with the application.',
    bad_verification_code: 'The code was used before or is older than ten minutes: start again.',
  },
  button: { popular: 6 },
  style: { brandColor: '#24292f', logo },
})

/** Sign in with GitHub, on github.com, ghe.com or GitHub Enterprise Server. */
const GitHub: ProviderFunction<Profile, Options, 'github'> = adaptOptions(github, (options) => {
  const server = options.enterprise?.baseUrl?.replace(/\/+$/, '')
  return { ...(server && { baseUrl: server, apiUrl: `${server}/api/v3` }), ...options }
})

export default GitHub
