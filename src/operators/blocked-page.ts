import type { Context } from '../context.ts'
import { pageText } from '../pages/frame.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { operatorText } from './text.ts'

/** `/blocked`: the page of whoever has proven who they are, and is blocked. It is the same for everybody, and tells nothing about anybody. */
export async function showBlocked(context: Context): Promise<Response> {
  const frame = requestFrame(context)
  const { blocked: title, blockedText: text } = await operatorText(context)
  const link = { href: `${context.baseUrl}/signin`, label: pageText(frame).toSignIn }
  return respond(messagePage({ frame, title, text, link }), { status: 403 })
}
