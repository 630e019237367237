import type { Context } from '../context.ts'
import { type AuthError, errors } from '../errors.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import { describe } from '../services/log.ts'
import { developerView, keepFlash, toFlash } from './flash.ts'

/** An error becomes a page or JSON, by its row in the table. The visitor learns the code; the developer's log the rest. */
export async function fail(context: Context, error: AuthError): Promise<Response> {
  const { config, request, outgoing } = context
  const { page, title } = errors[error.code]
  report(context, error)
  const headers = allowHeader(error)
  if (wantsJson(request)) {
    const developer = config.production ? undefined : toFlash(error)
    const url = errorPageUrl(context, error, page)
    const response = json(
      {
        error: error.code,
        message: title,
        url,
        ...publicReason(error),
        ...(developer && { developer }),
      },
      outgoing,
      error.status,
    )
    if (headers) response.headers.set('allow', headers.allow)
    return response
  }
  if (page === 'error' && answersInPlace(context, error)) {
    const { showError } = await import('./pages.ts')
    const developer = config.production ? undefined : developerView(toFlash(error))
    return withCookies(
      showError(context, error.code, {
        status: error.status,
        ...(developer && { developer }),
        ...(headers && { headers }),
      }),
      outgoing,
    )
  }
  if (!config.production) await keepFlash(context, toFlash(error))
  return redirect(errorPageUrl(context, error, page), outgoing)
}

/** Whether the error is shown where it happened: unless the address holds a secret, or the application has a page for it. */
function answersInPlace({ config, request, query }: Context, { code }: AuthError): boolean {
  if (request.method === 'GET' && (query.has('code') || query.has('token'))) return false
  return !config.pages.error || code === 'NotFound' || code === 'MethodNotAllowed'
}

function report({ config: { logger } }: Context, error: AuthError): void {
  if (error.status >= 500) logger.error(error)
  else logger.warn(describe(error))
}

function allowHeader({ code, field }: AuthError): { allow: string } | undefined {
  return code === 'MethodNotAllowed' && field !== undefined ? { allow: field } : undefined
}

/** The application's own word for its refusal, as Auth.js names it. It must look like one, since it stands in an address. */
function publicReason({ reason = '' }: AuthError): { code?: string } {
  return /^[\w-]{1,60}$/.test(reason) ? { code: reason } : {}
}

/** The page to go to. It never repeats anything that the platform or the request said. */
function errorPageUrl(
  { config, baseUrl, origin, callbackUrl }: Context,
  error: AuthError,
  page: 'signin' | 'error',
): string {
  const own = page === 'signin' ? config.pages.signIn : config.pages.error
  const url = new URL(own ?? `${baseUrl}/${page}`, origin)
  url.searchParams.set('error', error.code)
  const { code } = publicReason(error)
  if (code) url.searchParams.set('code', code)
  if (callbackUrl && (own || page === 'signin')) url.searchParams.set('callbackUrl', callbackUrl)
  return url.href
}
