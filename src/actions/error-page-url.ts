import type { Context } from '../context.ts'
import { type AuthError, type AuthErrorCode, errors } from '../errors.ts'

/** Only another sign-in helps, wherever it happened. */
const needsSignIn: readonly AuthErrorCode[] = [
  'SessionRequired',
  'RecentSignInRequired',
  'SignInAgain',
]

/** The application's own word for its refusal, as Auth.js names it. It must look like one, since it stands in an address. */
export function publicReason({ reason = '' }: AuthError): { code?: string } {
  return /^[\w-]{1,60}$/.test(reason) ? { code: reason } : {}
}

/** The page to go to. It never repeats anything that the platform or the request said. */
export function errorPageUrl(
  { config, baseUrl, origin, callbackUrl, retryUrl }: Context,
  error: AuthError,
): string {
  const { page } = errors[error.code]
  const retry = page === 'signin' && !needsSignIn.includes(error.code) ? retryUrl : undefined
  const own = page === 'signin' ? config.pages.signIn : config.pages.error
  const url = new URL(error.url ?? retry ?? own ?? `${baseUrl}/${page}`, origin)
  url.searchParams.set('error', error.code)
  const { code } = publicReason(error)
  if (code) url.searchParams.set('code', code)
  if (callbackUrl && !retry) url.searchParams.set('callbackUrl', callbackUrl)
  return url.href
}
