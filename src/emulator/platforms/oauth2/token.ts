import { authenticate, type ClientAuthentication } from '../../client-authentication.ts'
import { codeChallenge, fromJson } from '../../encoding.ts'
import { findToken, keepToken, redeemCode, revokeGrant, spendToken } from '../../issued-tokens.ts'
import { own } from '../../own-property.ts'
import type { Grant } from '../../records.ts'
import { json } from '../../reply.ts'
import { mediaType, repeated } from '../../request.ts'
import type { Exchange } from '../../types.ts'
import {
  type Carrier,
  type Complete,
  type Issue,
  type OAuth2App,
  type Refuse,
  type TokenDescription,
  unmet,
} from './description.ts'

type GrantType = (
  platform: Complete,
  app: OAuth2App,
  parameters: URLSearchParams,
  exchange: Exchange,
) => Response | Promise<Response>

const grantTypes: Readonly<Record<string, GrantType>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
}

/** Answers at the token endpoint. */
export async function token(platform: Complete, exchange: Exchange): Promise<Response> {
  const rules = platform.token
  const refuse = refuser(platform)
  const written = readParameters(rules.carrier ?? 'form', exchange)
  if (typeof written === 'string') return refuse('invalid_request', written)
  const missing =
    unmet(rules.required, written) ??
    unmet(rules.headers, exchange.headers) ??
    unmet(rules.query, exchange.url.searchParams)
  if (missing !== undefined) return refuse('invalid_request', `${missing} is missing or wrong`)
  const parameters = inStandardWords(rules.names ?? {}, written)
  const app = await recognise(platform, platform.authentication, parameters, exchange)
  if ('error' in app) return refuse(app.error, app.description)
  const named = parameters.get('grant_type') ?? ''
  const isElsewhere = rules.refreshUrl !== undefined && named === 'refresh_token'
  const isHere = isElsewhere === (tokenPlace(exchange) === rules.refreshUrl)
  const grantType = isHere ? own(grantTypes, named) : undefined
  if (grantType) return grantType(platform, app, parameters, exchange)
  return refuse('unsupported_grant_type', 'grant_type is missing or unknown')
}

function tokenPlace({ url }: Exchange): string {
  return url.origin + url.pathname
}

/** The parameters under the standard's names. Where the platform has its own name, the standard's does not count. */
function inStandardWords(
  names: NonNullable<TokenDescription['names']>,
  written: URLSearchParams,
): URLSearchParams {
  const standard = new Map(Object.entries(names).map(([word, own]) => [own, word]))
  const kept = [...written].filter(
    ([name]) => !Object.hasOwn(names, name) || name === own(names, name),
  )
  return new URLSearchParams(kept.map(([name, value]) => [standard.get(name) ?? name, value]))
}

/** Authenticates an application by one of these methods. */
export function recognise(
  { apps, names, authorize, basic, verifySecret, token: { url } }: Complete,
  methods: readonly ClientAuthentication[],
  parameters: URLSearchParams,
  exchange: Exchange,
): ReturnType<typeof authenticate<OAuth2App>> {
  const audiences = [url, ...(authorize.iss ? [authorize.iss(exchange)] : [])]
  return authenticate(
    { apps, names, methods, audiences, basic, verifySecret },
    parameters,
    exchange,
  )
}

/** The parameters, from the only place where they are accepted; a string says what is wrong. */
export function readParameters(carrier: Carrier, exchange: Exchange): URLSearchParams | string {
  const { url, form, text, headers } = exchange
  const expected = { form: 'application/x-www-form-urlencoded', json: 'application/json' }
  if (carrier === 'query') return single(url.searchParams)
  // RFC 6749 §2.3.1: credentials must not be in the address.
  if (['client_secret', 'code', 'code_verifier'].some((name) => url.searchParams.has(name))) {
    return 'credentials do not belong into the address'
  }
  if (mediaType(headers) !== expected[carrier]) return `the body must be ${expected[carrier]}`
  if (carrier === 'form') return single(form)
  const body = fromJson(text)
  if (typeof body !== 'object' || body === null) return 'the body is no JSON object'
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
}

/** The function that makes the platform's error responses. */
export function refuser({ token: rules, authentication }: Complete): Refuse {
  const challenge = authentication.includes('client_secret_basic')
  return rules.refuse ?? ((error, description) => refuseStandard(error, description, challenge))
}

function refuseStandard(error: string, error_description: string, challenge: boolean): Response {
  const isClient = error === 'invalid_client'
  const headers: Record<string, string> =
    isClient && challenge ? { 'www-authenticate': 'Basic realm="practice"' } : {}
  return json({ error, error_description }, isClient ? 401 : 400, headers)
}

async function exchangeCode(
  platform: Complete,
  app: OAuth2App,
  parameters: URLSearchParams,
  exchange: Exchange,
): Promise<Response> {
  const { context } = exchange
  const refuse = refuser(platform)
  const redeemed = redeemCode(context, platform.id, app.client_id, parameters.get('code') ?? '')
  if (!redeemed) return refuse('invalid_grant', 'the code is unknown, used, expired or not yours')
  const { code, grant } = redeemed
  const isSame =
    platform.token.names?.redirect_uri === false ||
    parameters.get('redirect_uri') === code.redirect_uri
  const problem = isSame
    ? await pkceProblem(platform, code.details.code_challenge, parameters.get('code_verifier'))
    : 'redirect_uri is not the one of the authorization request'
  if (problem === undefined) return issue(platform, app, grant, exchange, false)
  revokeGrant(context, grant.id)
  return refuse('invalid_grant', problem, isSame ? undefined : 'redirect_uri')
}

async function pkceProblem(
  { pkce, challenge: encoding }: Complete,
  challenge: string | undefined,
  verifier: string | null,
): Promise<string | undefined> {
  if (pkce === 'ignored') return undefined
  // RFC 9700 §2.1.1: a verifier without a challenge is a sign of a downgrade.
  if (challenge === undefined) return verifier === null ? undefined : 'no challenge was sent'
  if (verifier === null) return 'code_verifier is missing'
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return 'code_verifier must have 43 to 128 characters'
  return (await codeChallenge(verifier, encoding)) === challenge
    ? undefined
    : 'code_verifier does not belong to code_challenge'
}

function refresh(
  platform: Complete,
  app: OAuth2App,
  parameters: URLSearchParams,
  exchange: Exchange,
): Response | Promise<Response> {
  const { context } = exchange
  const refuse = refuser(platform)
  const presented = parameters.get('refresh_token') ?? ''
  const found = findToken(context, platform.id, 'refresh', presented)
  if (!found || found.grant.client_id !== app.client_id) {
    // RFC 9700 §4.14.2: a refresh token that is used twice may be stolen, so its grant is revoked.
    const stale = context.state.tokens.get(presented)
    if (stale?.spent && stale.grant) revokeGrant(context, stale.grant)
    return refuse('invalid_grant', 'the refresh token is unknown, used, expired or not yours')
  }
  const { scopes } = found.grant
  const asked = parameters.get('scope')?.split(platform.separator) ?? scopes
  if (!asked.every((scope) => scopes.includes(scope))) {
    return refuse('invalid_scope', 'a refresh cannot widen the scope')
  }
  if (platform.refresh === 'rotates') spendToken(context, presented)
  return issue(platform, app, { ...found.grant, scopes: asked }, exchange, true)
}

async function issue(
  platform: Complete,
  app: OAuth2App,
  grant: Grant,
  exchange: Exchange,
  refreshed: boolean,
): Promise<Response> {
  const { context } = exchange
  const person = platform.personas.find(({ id }) => id === grant.persona)
  if (!person) return refuser(platform)('invalid_grant', 'this account is gone')
  const facts = { platform: platform.id, client_id: app.client_id, grant: grant.id }
  const { access, refresh: long } = platform.lifetimes
  const shape = platform.shape ?? ((kind, random) => `${kind === 'access' ? 'at' : 'rt'}.${random}`)
  const access_token = shape('access', context.random.text(40))
  keepToken(context, access_token, { ...facts, kind: 'access' }, access)
  const refresh_token = shape('refresh', context.random.text(40))
  const deserves = refreshed
    ? platform.refresh === 'rotates'
    : platform.refresh !== 'none' &&
      (platform.offline?.(new URLSearchParams(grant.details)) ?? true)
  if (deserves) keepToken(context, refresh_token, { ...facts, kind: 'refresh' }, long)
  const issued: Issue = {
    person,
    grant,
    app,
    access_token,
    ...(deserves ? { refresh_token } : {}),
    expires_in: access,
    scope: grant.scopes.join(platform.separator),
    refreshed,
  }
  const body = await (platform.token.answer ?? standardAnswer)(issued, exchange)
  return body instanceof Response ? body : json(body)
}

/** The body that RFC 6749 §5.1 describes. */
export function standardAnswer(issued: Issue): Record<string, unknown> {
  const { access_token, refresh_token, expires_in, scope } = issued
  return { access_token, token_type: 'Bearer', expires_in, refresh_token, scope }
}

function single(parameters: URLSearchParams): URLSearchParams | string {
  const twice = repeated(parameters)
  return twice === undefined ? parameters : `${twice} is given more than once`
}
