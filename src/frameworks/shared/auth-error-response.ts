import { AuthError } from '../../errors.ts'
import { type RequestSource, readHeader } from '../../http/request-source.ts'
import { json, redirect } from '../../http/respond.ts'

/**
 * The answer of a page that `requireSession` or `session` refused: people are sent to the address that the error names, programs get its
 * status and code. A storage that cannot be asked is 503 for both, because no other page would help. Other errors are the
 * application's own and are thrown again.
 */
export function authErrorResponse(error: unknown, source: RequestSource): Response {
  if (!(error instanceof AuthError)) throw error
  return (
    (isDown(error) ? undefined : pageOf(error, source)) ?? json({ error: error.code }, error.status)
  )
}

/** A storage that cannot be asked: signing in again would not help. */
export function isDown(error: unknown): boolean {
  return error instanceof AuthError && error.code === 'StorageError'
}

/** The answer of an action that failed: our own page says to people what happened, also where the storage is down. */
export function actionErrorResponse(error: unknown, source: RequestSource): Response {
  return pageOf(error, source) ?? authErrorResponse(error, source)
}

/** A person's browser is sent to a page: a redirect would give a program the sign-in page with status 200. */
function pageOf(error: unknown, source: RequestSource): Response | undefined {
  if (!(error instanceof AuthError && error.url)) return undefined
  return readHeader(source, 'accept')?.includes('text/html') ? redirect(error.url) : undefined
}
