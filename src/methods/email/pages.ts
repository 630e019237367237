import { type Context, csrfToken } from '../../context.ts'
import { type AuthErrorCode, errors } from '../../errors.ts'
import { withCookies } from '../../http/respond.ts'
import { confirmPage } from '../../pages/confirm.ts'
import { describeError } from '../../pages/problem.ts'
import { respond } from '../../pages/respond.ts'
import { verifyRequestPage } from '../../pages/verify-request.ts'
import type { EmailConfig } from '../../types/email.ts'
import { type Flow, flowName, pendingFlows } from '../flow.ts'

type Provider = Readonly<EmailConfig>

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
): Promise<(Flow & Required<Pick<Flow, 'mail'>>) | undefined> {
  const flows = await pendingFlows(context, provider.id)
  const flow = flows.find(({ id }) => flowName(id) === name)
  return flow?.mail && { ...flow, mail: flow.mail }
}

/** `GET /verify-request`: the mail is on its way. In the browser that asked for it, its code can be typed. */
export async function showVerifyRequest(context: Context, provider: Provider): Promise<Response> {
  const { query, baseUrl } = context
  const frame = context.config.frame
  const flow = await namedFlow(context, provider, query.get('flow'))
  if (!flow) return respond(verifyRequestPage({ frame }))
  const error = query.get('error') ?? ''
  const known = Object.hasOwn(errors, error) ? (error as AuthErrorCode) : undefined
  const fields = { csrfToken: await csrfToken(context), callbackUrl: flow.callbackUrl }
  const again = { ...fields, email: flow.mail.address, ...(flow.link && { link: 'true' }) }
  const page = verifyRequestPage({
    frame,
    email: flow.mail.address,
    problem: known && describeError(known, frame),
    code: {
      action: `${baseUrl}/callback/${provider.id}`,
      fields: { ...fields, flow: flowName(flow.id) },
    },
    resend: { action: `${baseUrl}/signin/${provider.id}`, fields: again },
  })
  return withCookies(respond(page), context.outgoing)
}

/** The page that a link opens in another browser. The form leads to the same address, so that the token is not in the page. */
export async function askToConfirm(context: Context, address: string): Promise<Response> {
  const yes = { action: '', fields: { csrfToken: await csrfToken(context) } }
  return respond(confirmPage({ frame: context.config.frame, who: address, yes }))
}
