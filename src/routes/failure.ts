import type { Context } from '../context.ts'
import { type AuthError, type AuthErrorCode, errors } from '../errors.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'

/** What the developer is shown on the page after a failure, in development. */
export interface Flash {
  code: AuthErrorCode
  hint: string
  message: string
  provider?: string
  platform?: string
}

/** An error becomes a page or JSON, by its row in the table. The visitor learns the code; the developer's log the rest. */
export async function fail(context: Context, error: AuthError): Promise<Response> {
  const { config, request, outgoing } = context
  const { page, title } = errors[error.code]
  report(context, error)
  const headers = allowOf(error)
  if (wantsJson(request)) {
    const developer = config.production ? undefined : flashOf(error)
    const url = addressOf(context, error, page)
    const response = json(
      { error: error.code, message: title, url, ...(developer && { developer }) },
      outgoing,
      error.status,
    )
    if (headers) response.headers.set('allow', headers.allow)
    return response
  }
  const carriesSecrets = request.method === 'GET' && context.query.has('code')
  if (page === 'error' && !carriesSecrets) {
    const { showError } = await import('./pages.ts')
    const developer = config.production ? undefined : developerOf(flashOf(error))
    return withCookies(
      showError(context, error.code, {
        status: error.status,
        ...(developer && { developer }),
        ...(headers && { headers }),
      }),
      outgoing,
    )
  }
  if (!config.production) await keepFlash(context, flashOf(error))
  return redirect(addressOf(context, error, page), outgoing)
}

function report({ config: { logger } }: Context, error: AuthError): void {
  if (error.status >= 500) logger.error(error)
  else
    logger.warn(
      `${error.code}${error.provider ? ` (${error.provider})` : ''}: ${error.message} → ${error.hint}`,
    )
}

function allowOf({ code, field }: AuthError): { allow: string } | undefined {
  return code === 'MethodNotAllowed' && field !== undefined ? { allow: field } : undefined
}

/** The page to go to. It never repeats anything that the platform or the request said. */
function addressOf(
  { config, base, origin, target }: Context,
  { code }: AuthError,
  page: 'signin' | 'error',
): string {
  const own = page === 'signin' ? config.pages.signIn : config.pages.error
  const url = new URL(own ?? `${base}/${page}`, origin)
  url.searchParams.set('error', code)
  if (target && page === 'signin') url.searchParams.set('callbackUrl', target)
  return url.href
}

/** A code from an address: anything that is not one of ours counts as an unknown error. */
export function codeOf(value: string): AuthErrorCode {
  return Object.hasOwn(errors, value) ? (value as AuthErrorCode) : 'Internal'
}

function flashOf({ code, hint, message, provider, platform }: AuthError): Flash {
  return {
    code,
    hint,
    message: message.slice(0, 500),
    ...(provider && { provider }),
    ...(platform && { platform: JSON.stringify(platform).slice(0, 500) }),
  }
}

/** The developer's block of the error page. */
export function developerOf({ code, hint, message, provider, platform }: Flash): {
  code: string
  hint: string
  details: Record<string, string | undefined>
} {
  return { code, hint, details: { message, provider, platform } }
}

async function keepFlash(
  { config, cookies, header, outgoing }: Context,
  flash: Flash,
): Promise<void> {
  const sealed = await config.seal('flash').seal({ ...flash })
  outgoing.push(...cookies.set(cookies.name('flash'), sealed, header, { maxAge: 60 }))
}

/** What the failure before this page left for the developer; gone after it was read. */
export async function takeFlash({
  config,
  cookies,
  header,
  outgoing,
}: Context): Promise<Flash | undefined> {
  const name = cookies.name('flash')
  const sealed = config.production ? undefined : cookies.read(header, name)
  if (!sealed) return undefined
  outgoing.push(...cookies.clear(name, header))
  return (await config.seal('flash').open(sealed)) as Flash | undefined
}
