import type { Context } from '../context.ts'
import { csrfToken, readForm } from '../http/csrf.ts'
import { json, wantsJson } from '../http/respond.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { requireCurrentSession } from '../identity/require-user.ts'
import { passGate } from '../methods/gate.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { answerCode } from './answer-code.ts'
import { openCode } from './open-code.ts'
import { gateAction, showCodeForm, showQuestion } from './page-view.ts'
import type { DeviceSettings } from './settings.ts'
import { deviceText } from './text.ts'
import { readUserCode, showUserCode } from './user-code.ts'

/**
 * `/device`, for somebody who signed in within the last hour, with all steps. A GET shows the form, with the code of the address in it, and
 * looks nothing up. A POST opens the code and asks; only another one, with `answer`, approves or refuses.
 */
export async function answerPage(
  settings: DeviceSettings,
  context: Context,
  reader: SessionReader,
): Promise<Response> {
  const { request, query, baseUrl, services } = context
  const isPost = request.method === 'POST'
  const form = isPost ? await readForm(context) : {}
  const typed = readUserCode(isPost ? form.user_code : query.get('user_code'))
  const page = `${baseUrl}/device`
  context.retryUrl = page
  // Whoever has to sign in first comes back with the code.
  context.callbackUrl = typed
    ? `${page}?${new URLSearchParams({ user_code: showUserCode(typed) })}`
    : page
  const asker = await requireRecentAsker(reader, request)
  if (!isPost) return showCodeForm(context, typed)
  const { answer } = form
  const isAnswer = answer === 'approve' || answer === 'deny'
  if (!isAnswer) {
    await services.consumeLimit('deviceUserCode', { account: asker.userId, request })
    await passGate(context, { action: gateAction, body: form })
  }
  const csrf = await csrfToken(context)
  const code = await openCode(context, form.user_code, { csrf, isAnswer })
  const { session } = await requireCurrentSession(reader, request)
  const client = settings.clients.get(code.data.client)
  const name = client?.name ?? code.data.client
  const user = { id: asker.userId, name: session.user.name ?? session.user.email ?? '' }
  // Another tab may have signed somebody else in since the page asked.
  if (!isAnswer || form.as !== user.id) {
    return showQuestion(context, { code, name, user, typed, csrf })
  }
  await answerCode(context, asker, code, answer === 'approve')
  return done(context, answer, name)
}

async function done(context: Context, answer: 'approve' | 'deny', name: string): Promise<Response> {
  if (wantsJson(context.request)) return json({})
  const say = await deviceText(context)
  const said =
    answer === 'approve'
      ? { title: say.approved, text: say.approvedText(name) }
      : { title: say.denied, text: say.deniedText(name) }
  return respond(messagePage({ frame: requestFrame(context), ...said }))
}
