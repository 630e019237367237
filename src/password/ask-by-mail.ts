import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random, randomDigits } from '../crypto/random.ts'
import { json, leadTo, wantsJson } from '../http/respond.ts'
import { flowId, flowName, keepFlow } from '../methods/flow.ts'
import { knownDevice } from '../methods/known-device.ts'
import type { LinkRequest } from '../methods/method.ts'
import { assertOwnAddress } from '../methods/send-mail.ts'
import { deliverLater, linkSeconds } from './deliver.ts'
import type { MailedFlow, MailedState } from './flow.ts'
import type { ResolvedPassword } from './resolved.ts'

/** The request for a mail. */
export interface MailRequest extends Omit<MailedState, 'token' | 'code'> {
  readonly callbackUrl: string
  readonly link?: LinkRequest | undefined
}

/** Counts a mail. Strangers do not use up the allowance of a browser in which the owner signed in. */
export async function countMail(context: Context, account: string): Promise<void> {
  const { services, request } = context
  const device = await knownDevice(context, account)
  await services.consumeLimit('mail', { account, device, reachesOthers: true, request })
}

/** Remembers in this browser what was asked for, and answers before anybody looks up whose address it is. */
export async function askByMail(
  context: Context,
  provider: ResolvedPassword,
  { callbackUrl, link, ...asked }: MailRequest,
  sent?: 'again',
): Promise<Response> {
  assertOwnAddress(context, provider)
  const { now, request } = context
  const [token, code] = [random(32), randomDigits(6)]
  const id = flowId(now)
  const flow: MailedFlow = {
    id,
    provider: provider.id,
    callbackUrl,
    expires: now + linkSeconds,
    state: { ...asked, token: await sha256(token), code: await codeHash(id, code) },
    ...(link && { link }),
  }
  await keepFlow(context, flow)
  context.once = true
  const { purpose, account } = asked
  deliverLater(context, provider, { purpose, account, token, code, adds: link?.userId })
  const url = checkMailUrl(context, flow, sent)
  // A page of the application that asks for the code itself names the flow along with it.
  return wantsJson(request) ? json({ url, flow: flowName(id) }) : leadTo(url, request)
}

/** The page on which the code is typed. */
export function checkMailUrl({ baseUrl }: Context, { id }: MailedFlow, sent?: 'again'): string {
  const url = new URL(`${baseUrl}/check-email`)
  url.searchParams.set('flow', flowName(id))
  if (sent) url.searchParams.set('sent', sent)
  return url.href
}

/** A code is worth nothing without the flow that it was made for. */
export async function codeHash(flow: string, code: string): Promise<string> {
  return sha256(`${flow} ${code}`)
}
