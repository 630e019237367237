import { fromJson } from '../../encoding.ts'
import { bearer, mediaType } from '../../exchange.ts'
import { findToken, revokeGrant } from '../../ledger.ts'
import { json, text } from '../../reply.ts'
import type { Exchange } from '../../types.ts'
import {
  type Complete,
  type ResourceDescription,
  type RevokeDescription,
  unmet,
} from './description.ts'
import { parametersOf, recognise, refuser } from './token.ts'

/** Answers where an access token opens the door. */
export async function resource(
  platform: Complete,
  rules: ResourceDescription,
  exchange: Exchange,
): Promise<Response> {
  const missing =
    unmet(rules.headers, exchange.headers) ??
    unmet(rules.query, exchange.url.searchParams) ??
    unmet(rules.body || undefined, bodyOf(exchange))
  if (missing !== undefined) return text(`${missing} is missing or wrong`, 400)
  if (rules.body === false && exchange.text !== '') return text('this address takes no body', 400)
  const found = findToken(exchange.world, platform.id, 'access', presented(rules, exchange) ?? '')
  const person = platform.personas.find(({ id }) => id === found?.grant.persona)
  const app = platform.apps.find(({ client_id }) => client_id === found?.grant.client_id)
  if (!found || !person || !app) return challenge(401, 'invalid_token')
  const isAllowed = rules.scope === undefined || found.grant.scopes.includes(rules.scope)
  if (!isAllowed) return challenge(403, 'insufficient_scope')
  const body = await rules.answer({ person, app, grant: found.grant }, exchange)
  return body instanceof Response ? body : json(body)
}

/** Takes a token back. An unknown token is as good as revoked (RFC 7009 §2.2). */
export async function revoke(
  platform: Complete,
  rules: RevokeDescription,
  exchange: Exchange,
): Promise<Response> {
  const refuse = refuser(platform)
  const parameters = rules.bearer
    ? new URLSearchParams()
    : parametersOf(rules.carrier ?? 'form', exchange)
  if (typeof parameters === 'string') return refuse('invalid_request', parameters)
  const methods = rules.authentication ?? platform.authentication
  const app = methods.length > 0 && (await recognise(platform, methods, parameters, exchange))
  if (app && 'error' in app) return refuse(app.error, app.description)
  const token = rules.bearer ? bearer(exchange.headers) : parameters.get(rules.parameter ?? 'token')
  if (!token) return refuse('invalid_request', `${rules.parameter ?? 'token'} is missing`)
  for (const kind of rules.kinds ?? (['access', 'refresh'] as const)) {
    const found = findToken(exchange.world, platform.id, kind, token)
    const isOwn = !app || found?.grant.client_id === app.client_id
    if (found && isOwn) revokeGrant(exchange.world, found.grant.id)
  }
  return rules.answer?.() ?? new Response(null, { status: 200 })
}

// The token counts in its one place only (RFC 6750 §2: not in two).
function presented({ token = {} }: ResourceDescription, exchange: Exchange): string | undefined {
  const { headers, url, form } = exchange
  if ('query' in token) return url.searchParams.get(token.query) ?? undefined
  if ('form' in token) return form.get(token.form) ?? undefined
  if ('json' in token) return bodyOf(exchange).get(token.json) ?? undefined
  if ('header' in token) return headers.get(token.header) ?? undefined
  const scheme = 'scheme' in token ? token.scheme : undefined
  return url.searchParams.has('access_token') ? undefined : bearer(headers, scheme)
}

/** The body's members, form or JSON, as text. */
function bodyOf({ form, text: body, headers }: Exchange): URLSearchParams {
  const parsed = mediaType(headers) === 'application/json' ? fromJson(body) : undefined
  if (typeof parsed !== 'object' || parsed === null) return form
  return new URLSearchParams(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
}

function challenge(status: number, error: string): Response {
  return json({ error }, status, { 'www-authenticate': `Bearer error="${error}"` })
}
