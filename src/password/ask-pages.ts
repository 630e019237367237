import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { gatedForm } from '../methods/gate.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { waitHeaders } from '../pages/error-notice.ts'
import { takeFlash } from '../pages/flash.ts'
import { pageText } from '../pages/frame.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { identifierField, newPasswordField } from './fields.ts'
import { showFormPage } from './page.ts'
import { problemBefore } from './problem.ts'
import type { ResolvedPassword } from './resolved.ts'
import { passwordText } from './text.ts'

/** `GET /signup`: the form for somebody new. */
export async function showSignUp(context: Context, provider: ResolvedPassword): Promise<Response> {
  if (!provider.signUp)
    throw new AuthError('NotFound', 'Nobody can sign up here', { provider: provider.id })
  const { say, flash, problem, callbackUrl } = await beforeForm(context)
  const form = await gatedForm(context, 'signUp', {
    submit: say.signUp,
    action: `${context.baseUrl}/callback/${provider.id}`,
    fields: { action: 'signUp', callbackUrl },
    inputs: [
      identifierField(context, provider, say, flash),
      newPasswordField(say.password, provider),
    ],
  })
  const links = [{ href: signInPageUrl(context), label: say.haveAccount }]
  const page = { title: say.signUp, lead: say.rule(provider.minimum), form, links, problem }
  return showFormPage(context, page, problem && waitHeaders(flash))
}

/** `GET /forgot-password`: the form for somebody who forgot theirs. */
export async function showForgot(context: Context, provider: ResolvedPassword): Promise<Response> {
  const { say, flash, problem, callbackUrl } = await beforeForm(context)
  const form = await gatedForm(context, 'mail', {
    submit: say.sendLink,
    action: `${context.baseUrl}/callback/${provider.id}`,
    fields: { action: 'forgot', callbackUrl },
    inputs: [identifierField(context, provider, say, flash)],
  })
  const { otherWay } = pageText(requestFrame(context))
  const links = [{ href: signInPageUrl(context), label: otherWay }]
  const page = { title: say.forgot, lead: say.forgotText, form, links, problem }
  return showFormPage(context, page, problem && waitHeaders(flash))
}

/** The parts of a page that asks for a name: its words, what was typed before and what was wrong with it. */
async function beforeForm(context: Context) {
  const callbackUrl = await resolveCallbackUrl(context, context.query.get('callbackUrl'))
  context.callbackUrl = callbackUrl
  const say = await passwordText(context)
  const flash = await takeFlash(context)
  const problem = problemBefore(context, requestFrame(context), { say, flash })
  return { say, flash, problem, callbackUrl }
}
