import { AuthError } from '../../errors.ts'
import { type RequestSource, readHeader } from '../../http/request-source.ts'
import { json, redirect } from '../../http/respond.ts'

/**
 * The answer of a page that `requireSession` or `session` refused: visitors are sent to the address that the error names, programs get its
 * status and code. A storage that cannot answer is 503 for both, because no other page would help. Other errors are the application's own
 * and are thrown again.
 */
export function authErrorResponse(error: unknown, source: RequestSource): Response {
  if (!(error instanceof AuthError)) throw error
  const page = isDown(error) ? undefined : pageOf(error, source)
  if (page) return page
  const { code, scopes, url } = error
  const response = json({ error: code, ...(scopes && { scopes, url }) }, error.status)
  const reason = reasons[error.code]
  // RFC 6750 §3: tells a program what is wrong with its token.
  if (reason && /^bearer /i.test(readHeader(source, 'authorization') ?? ''))
    response.headers.set('www-authenticate', `Bearer error="${reason}"`)
  return response
}

/** The codes of RFC 6750 §3.1 for our own. */
const reasons: Readonly<Record<string, string>> = {
  SessionRequired: 'invalid_token',
  AccessDenied: 'insufficient_scope',
}

/** True if the storage cannot answer: signing in again would not help. */
export function isDown(error: unknown): boolean {
  return error instanceof AuthError && error.code === 'StorageError'
}

/** The answer of an action that failed: visitors are sent to our error page, even if the storage is down. */
export function actionErrorResponse(error: unknown, source: RequestSource): Response {
  return pageOf(error, source) ?? authErrorResponse(error, source)
}

/** The redirect to the error's page, for browsers only: it would give a program the sign-in page with status 200. */
function pageOf(error: unknown, source: RequestSource): Response | undefined {
  if (!(error instanceof AuthError && error.url)) return undefined
  return readHeader(source, 'accept')?.includes('text/html') ? redirect(error.url) : undefined
}
