import { signOut } from '../actions/sign-out.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { leadTo, redirect } from '../http/respond.ts'
import { loadPages } from '../responses/load-pages.ts'
import type { Route } from '../route.ts'

/** `GET /signout` asks, `POST /signout` does; with `provider`, the session at that platform is ended too. */
export const signout: Route = {
  async GET(context) {
    const { config, query } = context
    const callbackUrl = await resolveCallbackUrl(context, query.get('callbackUrl'))
    if (config.pages.signOut) {
      const page = new URL(config.pages.signOut, context.origin)
      if (query.has('callbackUrl')) page.searchParams.set('callbackUrl', callbackUrl)
      return redirect(page.href)
    }
    const { showSignOut } = await loadPages()
    return showSignOut(context, callbackUrl)
  },

  async POST(context, engine) {
    const { callbackUrl, provider } = await readForm(context)
    return leadTo(await signOut(context, engine, { callbackUrl, provider }), context.request)
  },
}
