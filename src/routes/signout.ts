import { type Context, csrfToken, emit, readForm, resolveCallbackUrl } from '../context.ts'
import { toAuthError } from '../errors.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import { oauthProvider } from '../identity/access.ts'
import { record } from '../identity/audit.ts'
import { keptIdToken } from '../identity/token-store.ts'
import { describe } from '../services/log.ts'
import type { Route } from './route.ts'

/** `GET /signout` asks, `POST /signout` does; with `provider`, the session at that platform is ended too. */
export const signout: Route = {
  async GET(context, { sessions }) {
    const { config, request, header, query } = context
    const callbackUrl = await resolveCallbackUrl(context, query.get('callbackUrl'))
    if (config.pages.signOut) {
      const page = new URL(config.pages.signOut, context.origin)
      if (query.has('callbackUrl')) page.searchParams.set('callbackUrl', callbackUrl)
      return redirect(page.href)
    }
    const current = await sessions.read(request, header)
    const { showSignout } = await import('./pages.ts')
    const page = showSignout(context, {
      csrfToken: await csrfToken(context),
      callbackUrl,
      user: current?.session.user.name ?? current?.session.user.email,
    })
    return withCookies(page, context.outgoing)
  },

  async POST(context, { sessions }) {
    const body = await readForm(context)
    const { config, request, header, outgoing } = context
    const current = await sessions.read(request, header)
    const url = await resolveCallbackUrl(context, body.callbackUrl)
    const elsewhere = await platformLogout(context, body.provider, current?.userId)
    await sessions.end(context)
    outgoing.push(...context.cookies.clear(context.cookies.name('accounts'), header))
    if (current) {
      const { session, token } = current
      await emit(context, config.events.signOut, { session, request, ...(token && { token }) })
      await record(config, request, { event: 'signOut', userId: current.userId })
    }
    const next = (await elsewhere?.(url)) ?? url
    return wantsJson(request) ? json({ url: next }, outgoing) : redirect(next, outgoing)
  },
}

/**
 * How the session at a platform is ended as well, if that is wished. What it needs is gathered while the person is still
 * known; a platform that fails afterwards does not keep anybody signed in here.
 */
async function platformLogout(context: Context, wished: unknown, userId: string | undefined) {
  if (typeof wished !== 'string' || wished === '') return undefined
  const { config } = context
  const provider = oauthProvider(config, wished)
  const idToken = await keptIdToken(context, provider.id, userId)
  return async (returnTo: string): Promise<string | undefined> => {
    const { logoutUrl } = await import('../methods/oauth/logout.ts')
    return logoutUrl(config, provider, returnTo, idToken).catch((thrown: unknown) => {
      config.logger.warn(describe(toAuthError(thrown)))
      return undefined
    })
  }
}
