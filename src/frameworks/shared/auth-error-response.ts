import { AuthError } from '../../errors.ts'
import { type RequestSource, readHeader } from '../../http/request-source.ts'
import { json, redirect } from '../../http/respond.ts'

/**
 * What a page answers when `requireSession` or an action refused: people are sent to the address that the error names, programs get its
 * status and code. Other errors are the application's own and are thrown again.
 */
export function authErrorResponse(error: unknown, source: RequestSource): Response {
  if (!(error instanceof AuthError)) throw error
  if (error.url && wantsPage(source)) return redirect(error.url)
  return json({ error: error.code }, error.status)
}

/** Whether a person's browser asks for a page: a redirect would give a program the sign-in page with status 200. */
function wantsPage(source: RequestSource): boolean {
  return readHeader(source, 'accept')?.includes('text/html') ?? false
}
