import type { Context } from '../context.ts'
import { readForm } from '../http/csrf.ts'
import { json, redirect, wantsJson } from '../http/respond.ts'
import { copyButton, copyCss } from '../pages/copy-buttons.ts'
import { field } from '../pages/form.ts'
import { html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { tokenCalls } from './calls.ts'
import { readWish } from './form.ts'
import type { AccessTokenSettings } from './settings.ts'
import { tokenText } from './text.ts'

/**
 * `/tokens`: a GET lists the tokens of the person for their page's script, a POST makes one, or revokes the one whose `id` it names with
 * the action `revoke`. People who come by a form are shown the new token in the answer itself: no address, cookie or storage has it.
 */
export async function answerTokens(
  settings: AccessTokenSettings,
  context: Context,
  reader: SessionReader,
): Promise<Response> {
  const { request, baseUrl, query } = context
  const account = `${baseUrl}/account`
  const { tokens } = tokenCalls(settings, reader)
  if (request.method !== 'POST') {
    if (!wantsJson(request)) return redirect(account)
    return json(await tokens.list(request, { after: query.get('after') }))
  }
  const body = await readForm(context)
  context.callbackUrl = context.retryUrl = account
  if (body.action === 'revoke') {
    await tokens.revoke(request, String(body.id))
    return wantsJson(request) ? json({}) : redirect(account)
  }
  const created = await tokens.create(request, readWish(settings, body))
  return wantsJson(request) ? json(created) : showToken(context, created.token)
}

/** The page that shows a new token, once. */
async function showToken(context: Context, token: string): Promise<Response> {
  const say = await tokenText(context)
  const input = { name: 'token', label: say.token, value: token, readonly: true, autofocus: true }
  const link = html`<a class="button main" href="${context.baseUrl}/account">${say.back}</a>`
  const copy = html`<div class="links">${copyButton(token, say)}</div>`
  const body = html`<div class="stack">${field(input)}${link}</div>${copy}`
  const forms = [{ script: `${context.config.basePath}/tokens.js` }]
  const text = { title: say.created, lead: say.createdText }
  return respond({ frame: requestFrame(context), ...text, body, forms, css: copyCss })
}
