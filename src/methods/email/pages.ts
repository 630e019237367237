import type { Context } from '../../context.ts'
import { type AuthErrorCode, errors } from '../../errors.ts'
import { csrfToken } from '../../http/csrf.ts'
import { describeError } from '../../pages/problem.ts'
import { requestFrame } from '../../pages/request-frame.ts'
import { respond } from '../../pages/respond.ts'
import { type Flow, flowName, pendingFlows } from '../flow.ts'
import { confirmPage } from './confirm-page.ts'
import type { MailFlow, MailState } from './flow.ts'
import type { ResolvedEmail } from './resolved.ts'
import { verifyRequestPage } from './verify-request-page.ts'

type Provider = ResolvedEmail

/** Where a person goes after the mail was sent, or after a code that was wrong. */
export function verifyRequestUrl(
  { config, baseUrl, origin }: Context,
  { id, provider }: Flow,
  error?: AuthErrorCode,
): string {
  const url = new URL(config.pages.verifyRequest ?? `${baseUrl}/verify-request`, origin)
  url.searchParams.set('provider', provider)
  url.searchParams.set('type', 'email')
  url.searchParams.set('flow', flowName(id))
  if (error) url.searchParams.set('error', error)
  return url.href
}

/** The flow that a page or form of this browser names. */
export async function namedFlow(
  context: Context,
  provider: Provider,
  name: unknown,
): Promise<(MailFlow & { state: MailState }) | undefined> {
  const flows = await pendingFlows<MailState>(context, provider.id)
  const flow = flows.find(({ id }) => flowName(id) === name)
  return flow?.state && { ...flow, state: flow.state }
}

/** `GET /verify-request`: the mail is on its way. In the browser that asked for it, its code can be typed. */
export async function showVerifyRequest(context: Context, provider: Provider): Promise<Response> {
  const { query, baseUrl } = context
  const frame = requestFrame(context)
  const flow = await namedFlow(context, provider, query.get('flow'))
  if (!flow) return respond(verifyRequestPage({ frame }))
  const error = query.get('error') ?? ''
  const known = Object.hasOwn(errors, error) ? (error as AuthErrorCode) : undefined
  const fields = { csrfToken: await csrfToken(context), callbackUrl: flow.callbackUrl }
  const again = { ...fields, email: flow.state.address, ...(flow.link && { link: 'true' }) }
  const page = verifyRequestPage({
    frame,
    email: flow.state.address,
    problem: known && describeError(known, frame),
    code: {
      action: `${baseUrl}/callback/${provider.id}`,
      fields: { ...fields, flow: flowName(flow.id) },
    },
    resend: { action: `${baseUrl}/signin/${provider.id}`, fields: again },
  })
  return respond(page)
}

/** The page that a link opens in another browser. The form leads to the same address, so that the token is not in the page. */
export async function askToConfirm(context: Context, address: string): Promise<Response> {
  const yes = { action: '', fields: { csrfToken: await csrfToken(context) } }
  return respond(confirmPage({ frame: requestFrame(context), address, yes }))
}
