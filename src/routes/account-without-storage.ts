import { json, redirect, wantsJson } from '../http/respond.ts'
import { requireCurrentSession } from '../identity/require-user.ts'
import type { Route } from '../route.ts'

/** `GET /account` where nothing is stored: nothing belongs to anybody but the session, which can be ended. */
export const account: Route = {
  async GET(context, engine) {
    context.callbackUrl = `${context.baseUrl}/account`
    const { session } = await requireCurrentSession(engine, context.request)
    if (!wantsJson(context.request)) return redirect(`${context.baseUrl}/signout`)
    return json({ user: session.user, accounts: [], sessions: [] })
  },
}
