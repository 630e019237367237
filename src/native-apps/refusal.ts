import type { Context } from '../context.ts'
import { AuthError, type AuthErrorCode, toAuthError } from '../errors.ts'
import { json } from '../http/respond.ts'
import { describe } from '../services/log.ts'

/** The error codes of RFC 6749 §5.2 and OpenID Connect Core §3.1.2.6 that we use. */
const words = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'interaction_required',
  'access_denied',
] as const

type Word = (typeof words)[number]

/** The error for a refused request of an app. */
export function refused(field: Word, message: string): AuthError {
  return new AuthError('InvalidRequest', message, { field })
}

/** The OAuth codes for our own. Other errors name theirs as their field. */
const wordOf: Partial<Record<AuthErrorCode, Word>> = {
  // The browser's session ended before its code was exchanged.
  SessionRequired: 'invalid_grant',
  CheckFailed: 'invalid_grant',
  RecentSignInRequired: 'interaction_required',
  AccessDenied: 'access_denied',
  OAuthAccountNotLinked: 'access_denied',
}

/**
 * Answers an app: always in JSON, never with a cookie, because phones keep cookies by themselves and would send them along. `invalid_grant`
 * means that the user has to sign in; after other errors, the app may ask again.
 */
export async function answerApp(
  { services: { logger } }: Context,
  answer: () => Promise<object>,
): Promise<Response> {
  try {
    return json(await answer())
  } catch (thrown) {
    const error = toAuthError(thrown)
    const { code, field, message, status, reason } = error
    if (status >= 500) {
      logger.error(error)
      return json({ error: 'temporarily_unavailable' }, status)
    }
    logger.warn(describe(error))
    const word = wordOf[code] ?? words.find((each) => each === field) ?? 'invalid_request'
    const more = { message, code, ...(reason && { reason }) }
    return json({ error: word, ...more }, word === 'invalid_grant' ? 400 : status)
  }
}
