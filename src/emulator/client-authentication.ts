import { fromBase64 } from './encoding.ts'
import { importJwk, isSignedBy, type Jwt, type PublicJwk, readJwt, secretKey } from './jwt.ts'
import type { Exchange } from './types.ts'

/** The client authentication methods (RFC 7591 §2, OpenID Connect Core §9). */
export type ClientAuthentication =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** The credentials of a registered application. */
export type Credentials = {
  readonly client_id: string
  readonly client_secret?: string
  /** Public keys for `private_key_jwt`. */
  readonly jwks?: readonly PublicJwk[]
}

/** A platform's rules for client authentication. */
export type AuthenticationRules<App extends Credentials> = {
  readonly apps: readonly App[]
  /** The accepted methods. Any other is refused, even with the right secret. */
  readonly methods: readonly ClientAuthentication[]
  /** The platform's names of the two parameters. */
  readonly names: { readonly client_id: string; readonly client_secret: string }
  /** The audiences that an assertion may be addressed to. */
  readonly audiences: readonly string[]
  /** `plain`: a Basic header is not form-decoded, as on most platforms whose ids and secrets need no encoding. */
  readonly basic?: 'plain' | undefined
  /** Checks a secret that is no fixed text (Apple's is a signed token). */
  readonly verifySecret?: SecretCheck | undefined
}

/** True if a presented secret is this application's. */
export type SecretCheck = (
  app: Credentials,
  secret: string,
  exchange: Exchange,
) => boolean | Promise<boolean>

/** The error of a failed client authentication. */
export type Refusal = { readonly error: string; readonly description: string }

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Authenticates the application by exactly one accepted method (RFC 6749 §2.3). */
export async function authenticate<App extends Credentials>(
  rules: AuthenticationRules<App>,
  parameters: URLSearchParams,
  exchange: Exchange,
): Promise<App | Refusal> {
  const { names, methods, apps } = rules
  const basic = readBasic(exchange.headers, rules.basic)
  const jwt = readJwt(parameters.get('client_assertion') ?? '')
  const presented: ClientAuthentication[] = [
    ...(exchange.headers.has('authorization') ? (['client_secret_basic'] as const) : []),
    ...(parameters.has(names.client_secret) ? (['client_secret_post'] as const) : []),
    ...(parameters.has('client_assertion') ? [assertionMethod(jwt)] : []),
  ]
  if (presented.length > 1) {
    return refusal('invalid_request', `more than one authentication: ${presented.join(', ')}`)
  }
  const method = presented[0] ?? 'none'
  if (!methods.includes(method)) {
    return refusal('invalid_client', `this platform takes ${methods.join(', ')}, not ${method}`)
  }
  const named = parameters.get(names.client_id) ?? undefined
  const client_id = basic?.client_id ?? named ?? String(jwt?.claims.sub ?? '')
  if (named !== undefined && named !== client_id) {
    return refusal('invalid_request', 'two different clients are named')
  }
  const app = apps.find((one) => one.client_id === client_id)
  const secret = basic?.client_secret ?? parameters.get(names.client_secret)
  const isGenuine = app && (await proofs[method]({ app, secret, jwt, rules, exchange, parameters }))
  return isGenuine
    ? app
    : refusal('invalid_client', `the client is unknown or its ${method} is wrong`)
}

type Evidence = {
  readonly app: Credentials
  readonly secret: string | null
  readonly jwt: Jwt | undefined
  readonly rules: AuthenticationRules<Credentials>
  readonly exchange: Exchange
  readonly parameters: URLSearchParams
}

const proofs: Readonly<
  Record<ClientAuthentication, (evidence: Evidence) => boolean | Promise<boolean>>
> = {
  client_secret_basic: hasSecret,
  client_secret_post: hasSecret,
  async client_secret_jwt(evidence) {
    const { app, jwt } = evidence
    if (!jwt || !app.client_secret || !isAssertion(evidence)) return false
    return isSignedBy(jwt, 'HS256', await secretKey(app.client_secret))
  },
  async private_key_jwt(evidence) {
    const { app, jwt } = evidence
    const algorithm = jwt?.header.alg === 'ES256' ? 'ES256' : 'RS256'
    const kid = jwt?.header.kid
    const keys = (app.jwks ?? []).filter((jwk) => !('kid' in jwk) || kid === jwk.kid)
    if (!jwt || !isAssertion(evidence)) return false
    for (const jwk of keys) {
      if (await isSignedBy(jwt, algorithm, await importJwk(jwk, algorithm))) return true
    }
    return false
  },
  none: () => true,
}

function hasSecret({ app, secret, rules, exchange }: Evidence): boolean | Promise<boolean> {
  if (rules.verifySecret) return rules.verifySecret(app, secret ?? '', exchange)
  return app.client_secret !== undefined && secret === app.client_secret
}

// RFC 7523 §3: issuer, subject, audience, lifetime; §3.7: an assertion's id works once.
function isAssertion({ app, jwt, rules, exchange, parameters }: Evidence): boolean {
  const { context, link } = exchange
  const { iss, sub, aud, exp, jti } = jwt?.claims ?? {}
  const now = context.clock.now() / 1000
  const audiences = rules.audiences.flatMap((audience) => [audience, link(audience)])
  const isFresh = typeof exp === 'number' && exp > now && exp < now + 3600
  const key = `assertion ${app.client_id} ${String(jti)}`
  const isNew = typeof jti === 'string' && !context.state.notes.has(key)
  context.state.notes.set(key, {})
  return (
    parameters.get('client_assertion_type') === assertionType &&
    iss === app.client_id &&
    sub === app.client_id &&
    [aud].flat().some((one) => audiences.includes(String(one))) &&
    isFresh &&
    isNew
  )
}

function assertionMethod(jwt: Jwt | undefined): ClientAuthentication {
  return jwt?.header.alg === 'HS256' ? 'client_secret_jwt' : 'private_key_jwt'
}

// RFC 6749 §2.3.1: id and secret are form-encoded before they are joined.
function readBasic(
  headers: Headers,
  coding: 'plain' | undefined,
): { client_id: string; client_secret: string } | undefined {
  const [, encoded] = /^Basic ([\w+/]+=*)$/i.exec(headers.get('authorization') ?? '') ?? []
  const pair = encoded === undefined ? undefined : fromBase64(encoded)
  if (pair === undefined) return undefined
  const [id = '', ...secret] = pair.split(':')
  const decode = (text: string): string =>
    coding === 'plain' ? text : (new URLSearchParams(`x=${text}`).get('x') ?? '')
  return { client_id: decode(id), client_secret: decode(secret.join(':')) }
}

function refusal(error: string, description: string): Refusal {
  return { error, description }
}
