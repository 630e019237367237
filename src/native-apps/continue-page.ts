import type { Context, CurrentSession } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { methodForm } from '../pages/form.ts'
import { isolated, pageText } from '../pages/frame.ts'
import { html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { returnUrl } from './return-url.ts'
import { nativeText } from './text.ts'

/**
 * The page "Continue to Acme as Ada". Any program may open the browser with an app's id, claim its scheme or listen on loopback: the person
 * alone knows whether they just asked that app to sign them in.
 */
export async function showContinue(
  context: Context,
  { app, redirect, redirectUri, state, fields }: AuthorizationRequest,
  { userId, session: { user } }: CurrentSession,
): Promise<Response> {
  const say = await nativeText(context)
  const frame = requestFrame(context)
  const common = pageText(frame)
  const name = isolated(app.name, frame)
  const person = isolated(user.name ?? user.email ?? user.id, frame)
  const action = `${context.baseUrl}/native-start`
  const form = { submit: common.continue, action, fields: { ...fields, as: userId } }
  const cancelled = returnUrl(redirectUri, { error: 'access_denied', state })
  const body = [
    methodForm(form, { csrfToken: await csrfToken(context) }, { look: 'main' }),
    html`<div class="links"><a href="${signInPageUrl(context)}">${say.otherAccount}</a><a href="${cancelled}">${common.cancel}</a></div>`,
  ]
  // The form leads into the app, whose address is neither ours nor https.
  const leading = { ...frame, trustedHttp: [...(frame.trustedHttp ?? []), redirect.source] }
  const title = say.continueAs(name, person)
  return respond({ frame: leading, title, lead: say.question(name), body })
}
