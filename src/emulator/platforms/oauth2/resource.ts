import { fromJson } from '../../encoding.ts'
import { findToken, revokeGrant } from '../../issued-tokens.ts'
import { json, text } from '../../reply.ts'
import { bearer, mediaType } from '../../request.ts'
import type { Exchange } from '../../types.ts'
import {
  type Complete,
  type ResourceDescription,
  type RevokeDescription,
  unmet,
} from './description.ts'
import { readParameters, recognise, refuser } from './token.ts'

/** Answers at a protected resource. */
export async function resource(
  platform: Complete,
  rules: ResourceDescription,
  exchange: Exchange,
): Promise<Response> {
  const refuse = rules.refuse ?? refuseResource
  const missing =
    unmet(rules.headers, exchange.headers) ??
    unmet(rules.query, exchange.url.searchParams) ??
    unmet(rules.body || undefined, responseBody(exchange))
  if (missing !== undefined) return refuse(400, 'invalid_request', `${missing} is missing or wrong`)
  if (rules.body === false && exchange.text !== '') {
    return refuse(400, 'invalid_request', 'this address takes no body')
  }
  const found = findToken(exchange.context, platform.id, 'access', presented(rules, exchange) ?? '')
  const person = platform.personas.find(({ id }) => id === found?.grant.persona)
  const app = platform.apps.find(({ client_id }) => client_id === found?.grant.client_id)
  if (!found || !person || !app) {
    return refuse(401, 'invalid_token', 'the access token is unknown, expired or revoked')
  }
  const isAllowed = rules.scope === undefined || found.grant.scopes.includes(rules.scope)
  if (!isAllowed) return refuse(403, 'insufficient_scope', `${rules.scope} was not granted`)
  const body = await rules.answer({ person, app, grant: found.grant }, exchange)
  return body instanceof Response ? body : json(body)
}

/** Revokes a token. An unknown one counts as revoked (RFC 7009 §2.2). */
export async function revoke(
  platform: Complete,
  rules: RevokeDescription,
  exchange: Exchange,
): Promise<Response> {
  const refuse = rules.refuse ?? refuser(platform)
  const parameters =
    rules.bearer === true
      ? new URLSearchParams()
      : readParameters(rules.carrier ?? 'form', exchange)
  if (typeof parameters === 'string') return refuse('invalid_request', parameters)
  const missing = unmet(rules.headers, exchange.headers)
  if (missing !== undefined) return refuse('invalid_request', `${missing} is missing or wrong`)
  const methods = rules.authentication ?? platform.authentication
  const client = rules.bearer ? withoutBearer(exchange) : exchange
  const app = methods.length > 0 && (await recognise(platform, methods, parameters, client))
  if (app && 'error' in app) return refuse(app.error, app.description)
  const { parameter = 'token' } = rules
  const named = rules.bearer && (bearer(exchange.headers) ?? '')
  const token = rules.bearer === true ? named : parameters.get(parameter)
  if (!token) return refuse('invalid_request', `${parameter} is missing`)
  if (named !== undefined && named !== token) {
    return refuse('invalid_token', 'the Authorization header must carry the same token')
  }
  const grants = (rules.kinds ?? (['access', 'refresh'] as const))
    .flatMap((kind) => findToken(exchange.context, platform.id, kind, token)?.grant ?? [])
    .filter((grant) => !app || grant.client_id === app.client_id)
  for (const grant of grants) revokeGrant(exchange.context, grant.id)
  if (rules.strict && grants.length === 0) return refuse('invalid_token', 'this token is unknown')
  return rules.answer?.() ?? new Response(null, { status: 200 })
}

/** The request without its bearer token, which does not authenticate the application. */
function withoutBearer(exchange: Exchange): Exchange {
  const headers = new Headers(exchange.headers)
  if (bearer(headers) !== undefined) headers.delete('authorization')
  return { ...exchange, headers }
}

// The token is accepted in one place only (RFC 6750 §2).
function presented({ token = {} }: ResourceDescription, exchange: Exchange): string | undefined {
  const { headers, url, form } = exchange
  if ('query' in token) return url.searchParams.get(token.query) ?? undefined
  if ('form' in token) return form.get(token.form) ?? undefined
  if ('json' in token) return responseBody(exchange).get(token.json) ?? undefined
  if ('header' in token) return headers.get(token.header) ?? undefined
  const scheme = 'scheme' in token ? token.scheme : undefined
  return url.searchParams.has('access_token') ? undefined : bearer(headers, scheme)
}

/** The body's members, form or JSON, as text. */
function responseBody({ form, text: body, headers }: Exchange): URLSearchParams {
  const parsed = mediaType(headers) === 'application/json' ? fromJson(body) : undefined
  if (typeof parsed !== 'object' || parsed === null) return form
  return new URLSearchParams(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
}

/** Refuses as in RFC 6750 §3. */
export function refuseResource(status: number, error: string, description: string): Response {
  if (status === 400) return text(description, status)
  return json({ error }, status, { 'www-authenticate': `Bearer error="${error}"` })
}
