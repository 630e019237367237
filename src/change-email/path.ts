import type { Context } from '../context.ts'
import { readForm } from '../http/csrf.ts'
import { json, redirect, wantsJson } from '../http/respond.ts'
import { itemsOf } from '../identity/items.ts'
import { gatedForm } from '../methods/gate.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { keepFlash } from '../pages/flash.ts'
import { isolated, pageText } from '../pages/frame.ts'
import { mailedCode } from '../pages/mailed-code.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { showStep } from '../pages/step-page.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { FormView } from '../types/views.ts'
import { askForChange } from './ask.ts'
import { confirmChange } from './confirm.ts'
import { pending } from './kinds.ts'
import { changeText } from './text.ts'

/**
 * `/change-email`: a POST asks for a new address, or brings the proof of one. A visit shows where the code is typed; with the token of a
 * link it asks whether to go on, because scanners make visits too.
 */
export async function answerChange(context: Context, reader: SessionReader): Promise<Response> {
  const { request, baseUrl } = context
  const page = `${baseUrl}/change-email`
  if (request.method !== 'POST') return showChange(context, page)
  const body = await readForm(context)
  const isProof = body.code !== undefined || body.token !== undefined
  context.callbackUrl = `${baseUrl}/account`
  context.retryUrl = isProof ? page : `${baseUrl}/account`
  if (!isProof) {
    await askForChange(context, reader, body)
    return wantsJson(request) ? json({ url: page }) : redirect(page)
  }
  await confirmChange(context, reader, body)
  if (wantsJson(request)) return json({ url: context.callbackUrl })
  await keepFlash(context, { done: 'changeEmail' })
  return redirect(context.callbackUrl)
}

async function showChange(context: Context, page: string): Promise<Response> {
  const frame = requestFrame(context)
  const say = await changeText(context)
  const current = await context.currentSession()
  const token = context.query.get('token')
  context.callbackUrl = token === null ? `${context.baseUrl}/account` : context.request.url
  if (!current) {
    // The mailbox may be a stranger's, whose link this is: it counts in the account that asked, and nowhere else.
    const link = { href: signInPageUrl(context), label: pageText(frame).signIn }
    const view = { frame, title: say.elsewhere, text: say.elsewhereText, link }
    return respond(messagePage(view), { status: 401 })
  }
  const found = await itemsOf(context, pending).find(current.userId)
  if (found.state === 'unreadable' && found.reason === 'storage') throw found.cause
  const email = found.state === 'readable' ? found.item.secret.email : undefined
  if (email === undefined) {
    const link = { href: `${context.baseUrl}/account`, label: pageText(frame).continue }
    return respond(messagePage({ frame, title: say.old, text: say.oldText, link }), { status: 400 })
  }
  const address = isolated(email, frame)
  const form: FormView =
    token === null
      ? { submit: say.confirm, action: page, inputs: [{ ...mailedCode, label: say.code }] }
      : { submit: say.confirm, action: page, fields: { token } }
  const text = token === null ? say.sent(address) : say.question(address)
  return showStep(context, { title: say.check, text, form: await gatedForm(context, 'code', form) })
}
