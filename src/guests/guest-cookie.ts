import type { App } from '../app.ts'
import type { ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import { requestSite } from '../http/request-site.ts'

const cookie = 'guest'

/**
 * Remembers the guest of this browser in a cookie that comes with a POST of another site, which browsers send without the session's: some
 * platforms answer by one. It is no session, and says only whose place a sign-in takes.
 */
export async function rememberGuest(app: App, userId: string): Promise<void> {
  if (!isContext(app) || !app.origin.startsWith('https:')) return
  if (![...app.config.providers.values()].some(answersByPost)) return
  const { services, cookies, config } = app
  const sealed = await services.seal(cookie).seal({ sub: userId })
  cookies.set(cookie, sealed, { maxAge: config.session.absoluteMaxAge, sameSite: 'none' })
}

/** The guest of this browser, where a platform answers by a POST that brings no session along. */
export async function rememberedGuest(context: Context): Promise<string | undefined> {
  const { request, cookies, services, origin, config } = context
  const isOwn = requestSite(request, origin, config.actingOrigins) === 'same'
  const sealed = request.method === 'POST' && !isOwn ? cookies.read(cookie) : undefined
  const claims = sealed ? await services.seal(cookie).open(sealed) : undefined
  return typeof claims?.sub === 'string' ? claims.sub : undefined
}

/** Forgets the guest of this browser, who has become somebody. */
export function forgetGuest({ cookies }: Context): void {
  if (cookies.read(cookie) !== undefined) cookies.clear(cookie)
}

function answersByPost({ method, ...provider }: ResolvedProvider): boolean {
  const { authorizationParams } = provider as { authorizationParams?: { response_mode?: string } }
  return authorizationParams?.response_mode === 'form_post' || 'nonce' in (method.paths ?? {})
}

function isContext(app: App): app is Context {
  return 'cookies' in app
}
