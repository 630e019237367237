import type { Context } from '../../context.ts'
import { csrfToken } from '../../http/csrf.ts'
import { errorNotice, waitHeaders } from '../../pages/error-notice.ts'
import { type Flash, readErrorCode, takeFlash } from '../../pages/flash.ts'
import { methodText } from '../../pages/frame.ts'
import { requestFrame } from '../../pages/request-frame.ts'
import { respond } from '../../pages/respond.ts'
import type { EmailText } from '../../types/email.ts'
import type { PageFrame, Problem } from '../../types/language.ts'
import { begunFlows, type Flow, flowName } from '../flow.ts'
import { gatedForm } from '../gate.ts'
import { signInPageUrl } from '../sign-in-page-url.ts'
import { confirmPage } from './confirm-page.ts'
import type { MailFlow, MailState } from './flow.ts'
import { pageText } from './page-text.ts'
import type { ResolvedEmail } from './resolved.ts'
import { verifyRequestPage } from './verify-request-page.ts'

type Provider = ResolvedEmail

/** The page that a person goes to after a mail was sent, or another one. */
export function verifyRequestUrl(
  { config, baseUrl, origin }: Context,
  { id, provider }: Pick<Flow, 'provider'> & Partial<Flow>,
  sent?: 'again',
): string {
  const url = new URL(config.pages.verifyRequest ?? `${baseUrl}/verify-request`, origin)
  url.searchParams.set('provider', provider)
  url.searchParams.set('type', 'email')
  if (id !== undefined) url.searchParams.set('flow', flowName(id))
  if (sent) url.searchParams.set('sent', sent)
  return url.href
}

/** The flow that a page or form of this browser names. It may have expired: then its mail can be sent again, and its code not be typed. */
export async function namedFlow(
  context: Context,
  provider: Provider,
  name: unknown,
): Promise<(MailFlow & { state: MailState }) | undefined> {
  const flows = await begunFlows<MailState>(context, provider.id)
  const flow = flows.find(({ id }) => flowName(id) === name)
  return flow?.state && { ...flow, state: flow.state }
}

/** `GET /verify-request`: the mail is on its way. In the browser that asked for it, its code can be typed. */
export async function showVerifyRequest(context: Context, provider: Provider): Promise<Response> {
  const { query, baseUrl, now } = context
  const frame = requestFrame(context)
  const flow = await namedFlow(context, provider, query.get('flow'))
  if (flow) context.callbackUrl = flow.callbackUrl
  const flash = await takeFlash(context)
  const say = methodText(frame, 'email', pageText)
  const problem = codeProblem(context, frame, say, flash)
  const otherWay = signInPageUrl(context)
  if (!flow) {
    return respond(
      verifyRequestPage({ frame, say, problem, otherWay }),
      problem && waitHeaders(flash),
    )
  }
  const name = flowName(flow.id)
  const fields = { csrfToken: await csrfToken(context), callbackUrl: flow.callbackUrl }
  const link = flow.link && { link: 'true' }
  const email = flow.state.address
  const again = { ...fields, email, again: name, ...link }
  // The code of a used link is used, too.
  const isOver =
    flow.expires <= now || flash.triesLeft === 0 || query.get('error') === 'Verification'
  const page = verifyRequestPage({
    frame,
    say,
    email,
    problem,
    sentAgain: query.get('sent') === 'again',
    code: isOver
      ? undefined
      : { action: `${baseUrl}/callback/${provider.id}`, fields: { ...fields, flow: name, email } },
    resend: await gatedForm(context, 'mail', {
      action: `${baseUrl}/signin/${provider.id}`,
      fields: again,
    }),
    otherWay,
  })
  return respond(page, problem && waitHeaders(flash))
}

/** A wrong code is told as one, with how often it can still be tried; where none can be typed, the link is another way on. */
function codeProblem(
  context: Context,
  frame: PageFrame,
  say: EmailText,
  flash: Flash,
): Problem | undefined {
  const problem = errorNotice(context, frame, flash)
  if (!problem) return undefined
  const { linkWorks, codeExpired, wrongCode, wrongCodeText } = say
  const { code, triesLeft } = flash
  const left = code === 'CredentialsSignin' && triesLeft !== undefined && say.triesLeft(triesLeft)
  const told: Record<string, Partial<Problem>> = {
    RateLimited: { advice: linkWorks },
    FlowExpired: { title: codeExpired, text: linkWorks },
    CredentialsSignin:
      triesLeft === 0
        ? { title: wrongCode, text: linkWorks }
        : { title: wrongCode, text: wrongCodeText, advice: left || undefined },
  }
  return { ...problem, ...told[readErrorCode(context.query.get('error') ?? '')] }
}

/** The page that a link opens in another browser. The form leads to the same address, and the token is not in the page. */
export async function askToConfirm(context: Context, address: string): Promise<Response> {
  const yes = { action: '', fields: { csrfToken: await csrfToken(context) } }
  const cancel = signInPageUrl(context)
  const frame = requestFrame(context)
  const say = methodText(frame, 'email', pageText)
  return respond(confirmPage({ frame, say, address, yes, cancel }))
}
