import { findToken, withinLimit } from '../../issued-tokens.ts'
import { json } from '../../reply.ts'
import { bearer } from '../../request.ts'
import type { Exchange } from '../../types.ts'
import { apiError, logId } from './answers.ts'
import { fieldScopes, userFields } from './people.ts'
import type { TikTokState } from './tiktok-state.ts'

/** GET /v2/user/info/: the whole call fails if one field is unknown or not granted. */
export function userInfo(practice: TikTokState, { context, url, headers }: Exchange): Response {
  const found = findToken(context, practice.platform, 'access', bearer(headers) ?? '')
  const person = practice.people.find(({ id }) => id === found?.grant.persona)
  if (!found || !person) return apiError(context, 'access_token_invalid')
  const { client_id, scopes } = found.grant
  if (!withinLimit(context, `userinfo ${client_id}`, 600, 60)) {
    return apiError(context, 'rate_limit_exceeded')
  }
  const fields = (url.searchParams.get('fields') ?? '').split(',')
  if (fields.some((field) => !Object.hasOwn(fieldScopes, field)))
    return apiError(context, 'invalid_params')
  const isGranted = (field: string): boolean => scopes.includes(fieldScopes[field] ?? '')
  if (!fields.every(isGranted)) return apiError(context, practice.doubts.missingScope)
  const known = userFields(context, client_id, person)
  const user = Object.fromEntries(fields.map((field) => [field, known[field]]))
  return json({ data: { user }, error: { code: 'ok', message: '', log_id: logId(context) } })
}
