import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { flowIntent, pendingFlows, takeFlow } from '../methods/flow.ts'
import type { FinishResult } from '../methods/method.ts'
import type { Answer } from '../methods/oauth/platform-response.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { describe } from '../services/log.ts'
import type { Code } from './given-code.ts'
import { askPlatform, type QrFlow, type QrState } from './qr-flow.ts'
import { showQrCode } from './qr-page.ts'
import type { QrRules } from './qr-rules.ts'
import { findByCode } from './redeem-code.ts'

/** The platform is asked about a code no more often than this, however many pages wait for it. */
const secondsBetweenQuestions = 2

/**
 * Answers the page with the code, which polls for its status. Until the phone has confirmed, the page is shown again, and the flow is not
 * used up; then the sign-in continues, once, in the browser that shows the code.
 */
export async function finishQr(
  context: Context,
  provider: ResolvedOAuth,
  rules: QrRules,
): Promise<FinishResult | { response: Response }> {
  const id = context.query.get('state') ?? ''
  const { qr } = (await findFlow(context, provider, id)).state ?? {}
  if (!qr) throw wrong(provider, 'state', 'This sign-in has no QR code')
  const answer = await statusOf(context, provider, rules, qr)
  if (!answer) return { response: await showQrCode(context, provider, qr.url, 'waiting') }
  const status = String(answer[rules.names.status])
  const state = Object.hasOwn(rules.states, status) ? rules.states[status] : undefined
  if (state === 'waiting' || state === 'scanned')
    return { response: await showQrCode(context, provider, qr.url, state) }
  const flow = await takeFlow<QrFlow['state']>(context, provider.id, id)
  if (state !== 'confirmed')
    throw new AuthError('FlowExpired', 'The QR code is over', { provider: provider.id })
  assertOurs(provider, rules, answer, { qr, id })
  const code = codeIn(provider, rules, answer)
  const finding = await context.services.limitFailures('oauth', context.request, () =>
    findByCode(context, provider, code),
  )
  return { finding, intent: flowIntent(flow) }
}

/** The flow of this browser, which is not used up. If there is none, `takeFlow` throws the reason. */
async function findFlow(context: Context, { id: provider }: ResolvedOAuth, id: string) {
  const pending = await pendingFlows<QrFlow['state']>(context, provider)
  return (
    pending.find((flow) => equal(flow.id, id)) ??
    (await takeFlow<QrFlow['state']>(context, provider, id))
  )
}

/**
 * The platform's answer about the code; undefined if the platform fails for the moment. The page asks again soon, and the phone may
 * confirm meanwhile.
 */
async function statusOf(
  context: Context,
  provider: ResolvedOAuth,
  { statusUrl }: QrRules,
  { token }: QrState,
): Promise<Answer | undefined> {
  const { clientSecret: name = 'client_secret' } = provider.dialect
  const form = { [name]: provider.clientSecret ?? '', token }
  const { memo, logger } = context.services
  // One memo for all codes, which expires as a whole: each code is polled for minutes only, and anybody can have codes made.
  const recent = await memo(
    'qr codes',
    secondsBetweenQuestions,
    async () => new Map<string, Promise<Answer>>(),
  )
  const key = `${provider.id} ${token}`
  const answer = recent.get(key) ?? askPlatform(context, provider, statusUrl, form)
  recent.set(key, answer)
  try {
    return await answer
  } catch (thrown) {
    const error = toAuthError(thrown)
    if (!isPassing(error)) throw error
    logger.warn(describe(error))
    return undefined
  }
}

/** True if the next answer may be good, because a gateway failed or the platform is busy. An invalid request stays invalid. */
function isPassing({ code, platform }: AuthError): boolean {
  return code.startsWith('Platform') && !platform?.error.startsWith('invalid')
}

/** The ticket proves that the phone scanned our code, and the state that the answer belongs to our flow. */
function assertOurs(
  provider: ResolvedOAuth,
  { names }: QrRules,
  answer: Answer,
  { qr, id }: { qr: QrState; id: string },
): void {
  const { [names.ticket]: ticket, state } = answer
  if (typeof ticket !== 'string' || !equal(ticket, qr.ticket))
    throw wrong(provider, names.ticket, 'Another code was scanned than the one that was shown')
  if (state !== undefined && state !== id)
    throw wrong(provider, 'state', 'The state does not belong to this QR code')
}

/** The authorization code: a field of the answer, or in the query of an address, which the token request must then repeat. */
function codeIn(provider: ResolvedOAuth, { names }: QrRules, answer: Answer): Code {
  if (typeof answer.code === 'string' && answer.code) return { code: answer.code }
  const address = URL.parse(String(answer[names.redirect]))
  const code = address?.searchParams.get('code')
  if (address && code) return { code, redirect_uri: address.origin + address.pathname }
  throw wrong(provider, 'code', 'The confirmed QR code brought no authorization code')
}

function wrong({ id }: ResolvedOAuth, field: string, message: string): AuthError {
  return new AuthError('CheckFailed', message, { provider: id, field })
}
