import { csrfToken, landing, ownBody, tell } from '../context.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import type { Route } from './route.ts'

/** `GET /signout` asks, `POST /signout` does. */
export const signout: Route = {
  async GET(context, { sessions }) {
    const { config, request, header, query } = context
    const callbackUrl = await landing(context, query.get('callbackUrl'))
    if (config.pages.signOut) return redirect(new URL(config.pages.signOut, context.origin).href)
    const reading = await sessions.read(request, header)
    const { showSignout } = await import('./pages.ts')
    const page = showSignout(context, {
      csrfToken: await csrfToken(context),
      callbackUrl,
      user: reading?.session.user.name ?? reading?.session.user.email,
    })
    return withCookies(page, context.outgoing)
  },

  async POST(context, { sessions }) {
    const body = await ownBody(context)
    const { config, request, header, outgoing } = context
    const reading = await sessions.read(request, header)
    await sessions.end(context)
    outgoing.push(...context.cookies.clear(context.cookies.name('accounts'), header))
    if (reading) {
      const { session, token } = reading
      await tell(context, config.events.signOut, { session, request, ...(token && { token }) })
    }
    const url = await landing(context, body.callbackUrl)
    return wantsJson(request) ? json({ url }, outgoing) : redirect(url, outgoing)
  },
}
