import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { takeFlash } from '../pages/flash.ts'
import { pageText } from '../pages/frame.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { signOutPage } from '../pages/sign-out-page.ts'

/** The page that asks before it signs someone out; where nobody is signed in, it says so, and how that came. */
export async function showSignOut(context: Context, callbackUrl: string): Promise<Response> {
  const frame = requestFrame(context)
  // Whoever the application fails to show can still leave.
  const current = await context.currentSession().catch(() => undefined)
  // Whom a bar speaks of, such as an operator who acts as somebody else, is signed in after all.
  if (current === null && !context.bar) return showSignedOut(context, callbackUrl)
  const { name, email } = current?.session.user ?? {}
  const page = signOutPage({
    frame,
    csrfToken: await csrfToken(context),
    callbackUrl,
    user: name ?? email,
  })
  return respond(page)
}

async function showSignedOut(context: Context, callbackUrl: string): Promise<Response> {
  const frame = requestFrame(context)
  const say = pageText(frame)
  const { done } = await takeFlash(context)
  context.callbackUrl = callbackUrl
  const isGone = done === 'delete'
  const away = done === 'endAll' ? say.signedOutEverywhere : say.signedOut
  const page = messagePage({
    frame,
    title: isGone ? say.accountDeleted : away,
    text: isGone ? say.accountDeletedText : say.signOutText,
    link: {
      href: isGone ? callbackUrl : signInPageUrl(context),
      label: isGone ? say.continue : say.signIn,
    },
  })
  return respond(page)
}
