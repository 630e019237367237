import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { readForm } from '../http/csrf.ts'
import { json, wantsJson } from '../http/respond.ts'
import { assertReadable, itemsOf } from '../identity/items.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { isolated, pageText } from '../pages/frame.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { showStep } from '../pages/step-page.ts'
import { change } from './kinds.ts'
import { restoreAddress, usedUp } from './restore.ts'
import { changeText } from './text.ts'

/** `/restore-email`: a visit, a scanner's too, sees a page; only its form acts, and once. */
export async function answerRestore(context: Context): Promise<Response> {
  const { request, query, baseUrl } = context
  const say = await changeText(context)
  const isPost = request.method === 'POST'
  const body = isPost ? await readForm(context) : undefined
  const written = isPost ? body?.token : query.get('token')
  const token = typeof written === 'string' && written.length < 100 ? written : ''
  context.callbackUrl = `${baseUrl}/account`
  try {
    if (isPost) {
      await restoreAddress(context, await sha256(token))
      context.once = true
      return wantsJson(request) ? json({}) : message(context, say.done, say.doneText)
    }
    const found = await itemsOf(context, change).find(await sha256(token))
    assertReadable(found, usedUp)
    const address = isolated(found.item.secret.email, requestFrame(context))
    const form = { submit: say.back, action: `${baseUrl}/restore-email`, fields: { token } }
    return await showStep(context, { title: say.back, text: say.backText(address), form })
  } catch (thrown) {
    const isOld = thrown instanceof AuthError && thrown.code === 'Verification'
    if (!isOld || wantsJson(request)) throw thrown
    return message(context, say.old, say.oldText, 400)
  }
}

/** A page that leads to a new sign-in. */
function message(context: Context, title: string, text: string, status = 200): Response {
  const frame = requestFrame(context)
  const link = { href: signInPageUrl(context), label: pageText(frame).signIn }
  return respond(messagePage({ frame, title, text, link }), { status })
}
