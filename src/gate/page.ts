import type { Context } from '../context.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { gateText } from './text.ts'

/** `GET /gate`: tells that the gate refused, or could not decide, and leads back. */
export async function showGate(context: Context): Promise<Response> {
  const { query } = context
  const say = await gateText(context)
  const back = await resolveCallbackUrl(context, query.get('callbackUrl'))
  const isFailure = query.get('code') === 'gate-failed'
  const [title, text] = isFailure ? [say.failed, say.failedText] : [say.refused, say.refusedText]
  const link = { href: back, label: say.back }
  const page = messagePage({ frame: requestFrame(context), title, text, link })
  return respond(page, { status: isFailure ? 503 : 403 })
}
