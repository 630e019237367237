import type { Context } from '../context.ts'
import { type AuthError, errors } from '../errors.ts'

/** The application's own word for its refusal, as Auth.js names it. It must look like one, since it stands in an address. */
export function publicReason({ reason = '' }: AuthError): { code?: string } {
  return /^[\w-]{1,60}$/.test(reason) ? { code: reason } : {}
}

/** The page to go to. It never repeats anything that the platform or the request said. */
export function errorPageUrl(
  { config, baseUrl, origin, callbackUrl }: Context,
  error: AuthError,
): string {
  const { page } = errors[error.code]
  const own = page === 'signin' ? config.pages.signIn : config.pages.error
  const url = new URL(own ?? `${baseUrl}/${page}`, origin)
  url.searchParams.set('error', error.code)
  const { code } = publicReason(error)
  if (code) url.searchParams.set('code', code)
  if (callbackUrl && (own || page === 'signin')) url.searchParams.set('callbackUrl', callbackUrl)
  return url.href
}
