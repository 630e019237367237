import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { pageText } from '../pages/frame.ts'
import { html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { newPasswordField, shownIdentifier } from './fields.ts'
import { showFormPage } from './page.ts'
import { problemOf } from './problem.ts'
import type { ResolvedPassword } from './resolved.ts'
import { passwordText } from './text.ts'

// Forms lead to the same address, so that the token of the link is not in the page.

/** The page of a link in the browser that asked for it. Only a person's click on it confirms, never a mail scanner's look at the link. */
export async function askToConfirm(context: Context, address: string): Promise<Response> {
  const say = await passwordText(context)
  const form = { submit: say.confirm, action: '', fields: { action: 'link' } }
  const lead = html`${say.confirmAddressText} <strong>${address}</strong>`
  return showFormPage(context, { title: say.confirmAddress, lead, form, links: [cancel(context)] })
}

/** The page of a link anywhere else, and of one that resets a password; `refused` is what was wrong with one that was sent. */
export async function askForPassword(
  context: Context,
  provider: ResolvedPassword,
  address: string,
  refused?: AuthError,
): Promise<Response> {
  const say = await passwordText(context)
  const { minimum } = provider
  const form = {
    submit: say.save,
    action: '',
    fields: { action: 'link' },
    inputs: [shownIdentifier(say.email, address), newPasswordField(say.newPassword, provider)],
  }
  const frame = requestFrame(context)
  const problem = refused && problemOf(frame, refused, say)
  const page = { title: say.chooseNew, lead: say.rule(minimum), form, links: [cancel(context)] }
  return showFormPage(context, { ...page, problem }, refused ? { status: refused.status } : {})
}

function cancel(context: Context): { href: string; label: string } {
  return { href: signInPageUrl(context), label: pageText(requestFrame(context)).cancel }
}
