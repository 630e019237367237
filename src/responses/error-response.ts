import { errorPageUrl, publicReason } from '../actions/error-page-url.ts'
import type { Context } from '../context.ts'
import { type AuthError, errors } from '../errors.ts'
import { json, redirect, wantsJson } from '../http/respond.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import { errorText } from '../pages/error-text.ts'
import { developerView, type Flash, keepFlash, toFlash } from '../pages/flash.ts'
import { describe } from '../services/log.ts'
import { loadPages } from './load-pages.ts'

/** An error becomes a page or JSON, by its row in the table. The visitor learns the code; the developer's log the rest. */
export async function errorResponse(context: Context, error: AuthError): Promise<Response> {
  const { request } = context
  const { page } = errors[error.code]
  report(context, error)
  if (wantsJson(request)) return errorJson(context, error)
  const flash = toFlash(context, error)
  if (page === 'error' && answersInPlace(context, error)) {
    const { showError } = await loadPages()
    return showError(context, error, {
      status: error.status,
      headers: errorHeaders(error),
      developer: developerView(flash),
    })
  }
  // Of a platform that failed, the next page tells the name.
  if (saysMore(flash) || error.status === 502) await keepFlash(context, flash)
  return redirect(errorPageUrl(context, error))
}

/** True if the next page can show more than the address names. */
function saysMore({ developer, typed, triesLeft, retryAfter }: Flash): boolean {
  return Boolean(developer || typed) || triesLeft !== undefined || retryAfter !== undefined
}

function errorJson(context: Context, error: AuthError): Response {
  const { code } = error
  const { provider, developer } = toFlash(context, error)
  const response = json(
    {
      error: code,
      message: errorText[code].title,
      url: errorPageUrl(context, error),
      ...publicReason(error),
      ...(developer && { developer: { code, ...(provider && { provider }), ...developer } }),
    },
    error.status,
  )
  for (const [name, value] of Object.entries(errorHeaders(error))) response.headers.set(name, value)
  return response
}

/** True if the error is shown where it happened: unless the address holds a secret, or the application has a page for it. */
function answersInPlace({ config, request, query }: Context, { code }: AuthError): boolean {
  if (request.method === 'GET' && (query.has('code') || query.has('token'))) return false
  return !config.pages.error || code === 'NotFound' || code === 'MethodNotAllowed'
}

function report({ services: { logger, trace } }: Context, error: AuthError): void {
  trace(() => ({ step: 'failed', error }))
  if (error.status >= 500) logger.error(error)
  else logger.warn(describe(error))
}

function errorHeaders({ code, field, retryAfter }: AuthError): Record<string, string> {
  return {
    ...(code === 'MethodNotAllowed' && field !== undefined && { allow: field }),
    ...retryAfterHeader(retryAfter),
  }
}
