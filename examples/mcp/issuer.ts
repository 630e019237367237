import Provider, {
  type Adapter,
  type ClientMetadata,
  interactionPolicy,
  type JWK,
} from 'oidc-provider'
import type { AuthInstance } from '../../src/index.ts'
import { isInForce } from './consent.ts'

/** The authorization server of one application. */
export interface IssuerOptions {
  /** Its address, which is also that of the application. */
  readonly url: string
  /** The MCP server: the only thing that tokens are for. */
  readonly resource: string
  readonly scopes: readonly string[]
  /** The programs that may ask. Strangers register nothing. */
  readonly clients: ClientMetadata[]
  readonly auth: AuthInstance
  /** The private keys; the first signs. */
  readonly keys: JWK[]
  /** Signs the cookies of the server. */
  readonly cookieKeys: string[]
  /** The storage of the server; the memory of the process if it is not given. */
  readonly adapter?: (name: string) => Adapter
}

/** panva's certified oidc-provider, which asks Portico who is there. */
export function createIssuer(options: IssuerOptions): Provider {
  const { url, resource, scopes, clients, auth, keys, cookieKeys, adapter } = options
  const tokens = { scope: scopes.join(' '), audience: resource, accessTokenTTL: 300 }
  return new Provider(url, {
    ...(adapter && { adapter }),
    clients,
    jwks: { keys },
    cookies: { keys: cookieKeys },
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', jwks: '/oauth/jwks' },
    pkce: { required: () => true },
    // For a refresh token from before, a user is nobody who was deleted or blocked, or whose sessions were all ended.
    findAccount: async (_context, accountId, token) => {
      const user = await auth.users.get({ userId: accountId })
      const grantId = token && 'grantId' in token ? token.grantId : undefined
      if (!user || (grantId !== undefined && !isInForce(grantId, user))) return undefined
      return { accountId, claims: async () => ({ sub: accountId }) }
    },
    // What people agreed to before that, they are asked about again.
    loadExistingGrant: async ({ oidc: { result, session, client, provider } }) => {
      const id = result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '')
      const user = session?.accountId && (await auth.users.get({ userId: session.accountId }))
      return id && user && isInForce(id, user) ? provider.Grant.find(id) : undefined
    },
    scopes: [...scopes, 'offline_access'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: {
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true },
      // RFC 8707: a token is for the MCP server, whatever else is asked for.
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_context, indicator) {
          if (indicator !== resource) throw new Error(`There is no resource ${indicator}`)
          return { ...tokens, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } }
        },
      },
    },
    interactions: { url: () => '/api/auth/consent', policy: policyOf(auth) },
    // There is one session, and it is Portico's: a program that signs people out sends them there.
    discovery: { end_session_endpoint: `${url}/api/auth/signout` },
    ttl: { Interaction: 600, Grant: 86_400, Session: 3600, AccessToken: 300, IdToken: 300 },
  })
}

/** The server remembers who signed in; Portico knows whether they still are. Whoever is not is asked again. */
function policyOf(auth: AuthInstance): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const isStillThere = new interactionPolicy.Check(
    'session_ended',
    'The person signed out, or is another one',
    async ({ req, oidc }) => {
      const known = oidc.session?.accountId
      if (known === undefined) return interactionPolicy.Check.NO_NEED_TO_PROMPT
      const session = await auth.session(req)
      return session?.user.id !== known
    },
  )
  policy.get('login')?.checks.add(isStillThere)
  return policy
}
