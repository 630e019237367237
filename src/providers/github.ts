import { define, type ProviderFunction, type VariableOptions } from '../define.ts'
import type { Profile, TokenSet } from '../types/nouns.ts'
import type { EndpointTools } from '../types/provider.ts'

type Options = VariableOptions<'baseUrl' | 'apiUrl'> & {
  /** GitHub Enterprise Server at its own address. */
  enterprise?: { baseUrl?: string }
}

const github: ProviderFunction<Profile, VariableOptions<'baseUrl' | 'apiUrl'>> = define({
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
  token: { url: '{baseUrl}/login/oauth/access_token', conform: separateScopes },
  userinfo: { url: '{apiUrl}/user', request: readProfile },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: {
    id: 'id',
    name: ['name', 'login'],
    email: 'email',
    image: 'avatar_url',
    emailVerified: 'email_verified',
  },
  // GitHub Apps give refresh tokens unless they opted out of expiry; OAuth apps' tokens do not
  // expire.
  gives: { email: 'claimed', refreshToken: false },
  hints: {
    redirect_uri_mismatch:
      'Set the authorization callback URL of the application to {callbackUrl}.',
    incorrect_client_credentials:
      'Compare AUTH_GITHUB_ID and AUTH_GITHUB_SECRET with the application.',
    bad_verification_code: 'The code was used before or is older than ten minutes: start again.',
  },
  style: { brandColor: '#24292f' },
})

/** Sign in with GitHub, on github.com, ghe.com or GitHub Enterprise Server. */
const GitHub: ProviderFunction<Profile, Options> = (options) => {
  const server = options?.enterprise?.baseUrl?.replace(/\/+$/, '')
  return github({ ...(server && { baseUrl: server, apiUrl: `${server}/api/v3` }), ...options })
}

/** Scopes are asked for with spaces and answered with commas. */
async function separateScopes(response: Response): Promise<Response | undefined> {
  const answer: Profile = await response.clone().json()
  if (typeof answer.scope !== 'string') return undefined
  const { status } = response
  return Response.json({ ...answer, scope: answer.scope.replaceAll(',', ' ') }, { status })
}

type Address = { email: string; primary: boolean; verified: boolean }

/** The public address is optional and says nothing about proof; the list of addresses does. */
async function readProfile({ tokens, provider, fetch }: EndpointTools & { tokens: TokenSet }) {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${tokens.access_token}`,
    // GitHub refuses requests that do not say who asks.
    'user-agent': 'portico',
    'x-github-api-version': '2022-11-28',
  }
  const address = String(provider.userinfo?.url)
  const response = await fetch(address, { headers })
  if (!response.ok) throw new Error(`GitHub answered ${response.status} when asked for the user`)
  const profile: Profile = await response.json()
  const list = await fetch(`${address}/emails`, { headers })
  // The person or the application may have left out `user:email`.
  if (!list.ok) return profile
  const addresses: Address[] = await list.json()
  const primary = addresses.find((one) => one.primary)
  return { ...profile, email: primary?.email ?? profile.email, email_verified: primary?.verified }
}

export default GitHub
