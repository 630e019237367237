import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError, toAuthError } from '../errors.ts'
import { bareIp } from '../http/bare-ip.ts'
import type { GateAttempt, PartCode } from '../methods/part-code.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import type { GateCheck } from '../types/gate.ts'
import type { Awaitable } from '../types/models.ts'
import type { Steps } from '../types/trace.ts'
import { showGate } from './page.ts'

const day = 86_400_000

/** The differences between gates: who judges, and what the built-in pages need for it. */
export interface GateKind extends Pick<PartCode, 'gateForm' | 'pathHandlers'> {
  /** True, or why not, for the developer. It never repeats a token. */
  judge(check: GateCheck, context: Context): Awaitable<true | string>
  /** Its tokens work more than once, as those for tests do. */
  readonly reusesTokens?: boolean
}

/** The code of a gate whose judge has so many milliseconds. */
export function gateCode(
  { gateForm, pathHandlers, ...kind }: GateKind,
  timeout: number,
): PartCode<undefined> {
  return {
    ...(gateForm && { gateForm }),
    pathHandlers: { ...pathHandlers, gate: showGate },
    async gate(context, attempt) {
      const { services, request, config } = context
      await services.consumeLimit('gate', { request })
      try {
        await pass(context, attempt, kind, timeout)
        traceGate(context, attempt, { outcome: 'passed' })
      } catch (thrown) {
        const { reason, message } = toAuthError(thrown)
        const outcome = reason === 'gate' ? 'refused' : 'failed'
        traceGate(context, attempt, { outcome, why: message })
        // An application's own page is told by its address, like every other error.
        if (!config.pages.signIn) context.retryUrl = gateUrl(context)
        throw thrown
      }
    },
  }
}

async function pass(
  context: Context,
  attempt: GateAttempt,
  { judge, reusesTokens }: GateKind,
  timeout: number,
): Promise<void> {
  const { services } = context
  const { gateToken } = attempt.body
  const token = typeof gateToken === 'string' && gateToken !== '' ? gateToken : undefined
  const key = token && !reusesTokens && `gate ${await sha256(token)}`
  if (key && !(await services.claim(key, new Date(services.now() + day)))) {
    throw refusal(attempt, 'The token was used before')
  }
  const asked = check(context, attempt, token)
  const answer = (signal: AbortSignal) => judge({ ...asked, signal }, context)
  const passed = await inTime(answer, timeout).catch(async (thrown) => {
    // Nothing was decided: the same token may be tried again.
    if (key) await services.release(key)
    throw failure(attempt, thrown)
  })
  if (passed !== true) throw refusal(attempt, `The gate refused: ${passed}`)
}

/** Tells the log of whoever debugs, and the inspector. */
function traceGate(
  { services }: Context,
  { action, provider }: GateAttempt,
  told: Pick<Steps['gated'], 'outcome' | 'why'>,
): void {
  const line = `gate: ${action} ${told.outcome}`
  services.trace(() => ({ step: 'gated', line, action, provider, ...told }))
}

/** The page that tells about a refusal, and leads back to where the form was. */
function gateUrl(context: Context): string {
  const url = new URL(`${context.baseUrl}/gate`)
  url.searchParams.set('callbackUrl', context.retryUrl ?? signInPageUrl(context))
  return url.href
}

type Check = Omit<GateCheck, 'signal'>

function check(
  { request, origin, services }: Context,
  { action, provider, account }: GateAttempt,
  token: string | undefined,
): Check {
  const ip = bareIp(services.clientIp(request))
  return { request, action, token, origin, ip, provider, account, fetch: services.fetch }
}

/** The judge's answer. One that does not come in time is a failure, whether or not the judge listens to the signal. */
async function inTime<T>(
  answer: (signal: AbortSignal) => Awaitable<T>,
  timeout: number,
): Promise<T> {
  const late = new AbortController()
  const { signal } = late
  const never = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const timer = setTimeout(() => late.abort(new Error(`No answer in ${timeout} ms`)), timeout)
  try {
    return await Promise.race([answer(signal), never])
  } finally {
    clearTimeout(timer)
  }
}

function refusal({ action, provider }: GateAttempt, why: string): AuthError {
  return new AuthError('AccessDenied', `${why} (${action})`, {
    provider,
    field: 'gateToken',
    reason: 'gate',
    hint: 'The gate in `parts` decided so. Does the form send `gateToken`, and a new one each time?',
  })
}

function failure({ action, provider }: GateAttempt, thrown: unknown): AuthError {
  return new AuthError('PlatformUnreachable', `The gate could not decide (${action})`, {
    provider,
    field: 'parts',
    reason: 'gate-failed',
    status: 503,
    hint: 'The function of the gate threw or took too long, so every visitor is refused; see `cause`.',
    cause: thrown,
  })
}
