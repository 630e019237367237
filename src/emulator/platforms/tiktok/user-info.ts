import { bearer } from '../../exchange.ts'
import { findToken, withinLimit } from '../../ledger.ts'
import { json } from '../../reply.ts'
import type { Exchange } from '../../types.ts'
import { apiError, logId } from './answers.ts'
import type { Desk } from './desk.ts'
import { fieldScopes, fieldsOf } from './people.ts'

/** GET /v2/user/info/: one field too many and the whole call fails. */
export function userInfo(desk: Desk, { world, url, headers }: Exchange): Response {
  const found = findToken(world, desk.platform, 'access', bearer(headers) ?? '')
  const person = desk.people.find(({ id }) => id === found?.grant.persona)
  if (!found || !person) return apiError(world, 'access_token_invalid')
  const { client_id, scopes } = found.grant
  if (!withinLimit(world, `userinfo ${client_id}`, 600, 60)) {
    return apiError(world, 'rate_limit_exceeded')
  }
  const fields = (url.searchParams.get('fields') ?? '').split(',')
  if (fields.some((field) => !Object.hasOwn(fieldScopes, field)))
    return apiError(world, 'invalid_params')
  const isGranted = (field: string): boolean => scopes.includes(fieldScopes[field] ?? '')
  if (!fields.every(isGranted)) return apiError(world, desk.doubts.missingScope)
  const known = fieldsOf(world, client_id, person)
  const user = Object.fromEntries(fields.map((field) => [field, known[field]]))
  return json({ data: { user }, error: { code: 'ok', message: '', log_id: logId(world) } })
}
