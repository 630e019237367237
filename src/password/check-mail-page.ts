import type { Context } from '../context.ts'
import { flowName } from '../methods/flow.ts'
import { gatedForm } from '../methods/gate.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { codeField } from '../pages/code-field.ts'
import { waitHeaders } from '../pages/error-notice.ts'
import { takeFlash } from '../pages/flash.ts'
import { pageText } from '../pages/frame.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { spaced } from '../pages/spaced.ts'
import { newPasswordField, shownIdentifier } from './fields.ts'
import { type MailedFlow, requireFlow } from './flow.ts'
import { showFormPage } from './page.ts'
import { problemBefore } from './problem.ts'
import type { ResolvedPassword } from './resolved.ts'
import { passwordText, type Sentences } from './text.ts'

/** `GET /check-email`: a mail is on its way. In the browser that asked for it, its code can be typed. */
export async function showCheckMail(
  context: Context,
  provider: ResolvedPassword,
): Promise<Response> {
  const { query, baseUrl } = context
  const flow = await requireFlow(context, provider, query.get('flow'))
  const frame = requestFrame(context)
  const say = await passwordText(context)
  const flash = await takeFlash(context)
  const { minimum } = provider
  const told = problemBefore(context, frame, { say, flash })
  const sentAgain = { title: say.sentAgain, text: say.sentAgainText, neutral: true }
  context.callbackUrl = flow.callbackUrl
  const name = flowName(flow.id)
  const action = `${baseUrl}/callback/${provider.id}`
  const form = {
    action,
    fields: { flow: name },
    ...codeForm(provider, say, flow),
  }
  const other = await gatedForm(context, 'mail', {
    submit: say.again,
    action,
    fields: { action: 'again', flow: name },
  })
  const sent = provider.identifier === 'email' ? say.sentTo(flow.state.account) : say.sentToOwner
  const page = {
    title: say.checkMail,
    lead: spaced(spaced(sent, say.openLinkOrTypeCode), flow.state.hash ? '' : say.rule(minimum)),
    form,
    other,
    links: [{ href: signInPageUrl(context), label: pageText(frame).otherWay }],
    problem: told ?? (query.get('sent') === 'again' ? sentAgain : undefined),
  }
  return showFormPage(context, page, told && waitHeaders(flash))
}

/** The form for the code. Whoever typed a password already confirms; whoever forgot theirs chooses a new one along with it. */
function codeForm(provider: ResolvedPassword, say: Sentences, { state }: MailedFlow) {
  const code = codeField(say.code)
  if (state.hash) return { submit: say.confirm, inputs: [code] }
  const name = shownIdentifier(say[provider.identifier], state.account)
  return { submit: say.save, inputs: [code, name, newPasswordField(say.newPassword, provider)] }
}
