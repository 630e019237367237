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
 * Serves `/tokens`: GET lists the user's tokens for the page's script. POST creates one, or with the action `revoke` revokes the one named
 * by `id`. The response to a form shows the new token itself: no URL, cookie or storage has it.
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
  context.once = true
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
