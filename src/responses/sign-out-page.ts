import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { signoutPage } from '../pages/signout.ts'

/** The page that asks before it signs someone out. */
export async function showSignOut(context: Context, callbackUrl: string): Promise<Response> {
  const { user } = (await context.currentSession())?.session ?? {}
  const page = signoutPage({
    frame: requestFrame(context),
    csrfToken: await csrfToken(context),
    callbackUrl,
    user: user?.name ?? user?.email,
  })
  return respond(page)
}
