import type { App } from '../app.ts'
import type { Context, CurrentSession } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { assertProven, provenIn } from '../sessions/proof.ts'
import type { JsonValue } from '../types/models.ts'
import type { FinishResult, LinkRequest } from './method.ts'

/** A sign-in on its way: everything its callback will be checked against. `State` is the method's own. */
export interface Flow<State = unknown> {
  /** Unguessable; sent as `state` where the platform sends it back. */
  id: string
  provider: string
  /** The address to go to afterwards. */
  callbackUrl: string
  /** Seconds since 1970. */
  expires: number
  data?: JsonValue
  /** The session that wants to connect another account, and its user. */
  link?: LinkRequest
  /** The person's wish to stay signed in or not, if they said so. */
  remember?: boolean | undefined
  state?: State
}

/**
 * The family of cookies that a flow is kept in. What pages begin by themselves, ceremonies and nonces, has families of its own: every page that is opened begins
 * one, for the browser's autofill or the platform's script, and that must not push out what somebody really started.
 */
type FlowKind = 'flow' | 'ceremony' | 'nonce'

/** The seconds that a person may take at the platform. */
export const flowSeconds = 600

/** The seconds by which the cookie outlives its flow: whoever comes too late is told so, and not that cookies are blocked. */
const expiredFlowSeconds = 3600

const maxPendingFlows = 5

/** Many servers accept 8 kB of Cookie header, and the session needs its part of them. */
const maxFlowBytes = 5_000

/** One response removes, and one request reads, no more flows than this, whatever else the Cookie header makes up. */
const maxFlowsTouched = 20

/**
 * A new flow id. It begins with the time, by which the name of a cookie tells the oldest flow, and has letters and digits only: some
 * platforms accept nothing else as a state.
 */
export function flowId(now: number, chance: string = random(40)): string {
  return now.toString(36).padStart(8, '0') + chance.replace(/[-_]/g, '').slice(0, 43)
}

/** The cookie in which a flow is kept. */
export interface FlowOptions {
  /** True if the callback names the flow; otherwise a browser has one flow for each provider. Default true. */
  named?: boolean
  /** True if the callback is a cross-site POST. */
  crossSite?: boolean
  kind?: FlowKind
}

/**
 * Puts a flow into a cookie of its own: several tabs do not disturb each other. Too many pending flows would make the Cookie header too
 * long for servers: the oldest are dropped.
 */
export async function keepFlow<State>(
  { services, cookies, now, remember }: Context,
  flow: Flow<State>,
  { named = true, crossSite = false, kind = 'flow' }: FlowOptions = {},
): Promise<void> {
  const sealed = await services.seal('flow').seal({ remember, ...flow })
  for (const name of crowdedOut(cookies, kind, sealed.length)) cookies.clear(name)
  const maxAge = flow.expires - now + (kind === 'flow' ? expiredFlowSeconds : 0)
  const sameSite = crossSite ? 'none' : 'lax'
  cookies.set(flowCookie(kind, named ? flow.id : undefined, flow.provider), sealed, {
    maxAge,
    sameSite,
  })
  services.trace(() => ({ step: 'kept', flow }))
}

/** The kinds of flows; those that give way last come first. */
const kinds: readonly FlowKind[] = ['flow', 'ceremony', 'nonce']

/**
 * The cookies that must go so that one more flow fits: the oldest, since their names begin with the time. All kinds share the room.
 * What a page began by itself pushes out nothing that somebody started, and the newest of each kind stays.
 */
function crowdedOut(cookies: CookieJar, added: FlowKind, size: number): string[] {
  let room = maxFlowBytes - size
  return kinds.flatMap((kind, rank) => {
    const flows = [...cookies.readAll(`${kind}.`)].sort(([one], [other]) => (one < other ? 1 : -1))
    const [newest] = kind === added ? [] : (flows[0]?.[0].split('.') ?? [])
    return flows
      .filter(([name, value], index) => {
        room -= name.length + value.length
        const isFull = room < 0 || index + 1 >= maxPendingFlows
        return isFull && rank >= kinds.indexOf(added) && name.split('.')[0] !== newest
      })
      .slice(0, maxFlowsTouched)
      .map(([name]) => `${kind}.${name}`)
  })
}

/** The part of a flow's id that everybody may see. Eight characters of time and eight of chance tell flows apart. */
export function flowName(id: string): string {
  return id.slice(0, 16)
}

function flowCookie(kind: FlowKind, id: string | undefined, provider: string): string {
  return `${kind}.${id ? flowName(id) : provider}`
}

/** The flows of a provider that this browser has begun, newest first, and for an hour also those that have expired. None is used up. */
export async function begunFlows<State>(
  { services, cookies }: Context,
  provider: string,
): Promise<Flow<State>[]> {
  const names = [...cookies.readAll('flow.').keys()].map((name) => name.replace(/\.\d+$/, ''))
  const newest = [...new Set(names)].sort().reverse().slice(0, maxFlowsTouched)
  const flows: Flow<State>[] = []
  for (const name of newest) {
    const flow = await services.seal('flow').open(cookies.read(`flow.${name}`) ?? '')
    if (isFlow<State>(flow) && flow.provider === provider) flows.push(flow)
  }
  return flows
}

/** Those of them that have not expired. */
export async function pendingFlows<State>(
  context: Context,
  provider: string,
): Promise<Flow<State>[]> {
  const flows = await begunFlows<State>(context, provider)
  return flows.filter(({ expires }) => expires > context.now)
}

/** Forgets a flow in this browser. */
export function dropFlow({ cookies }: Context, { id, provider }: Flow): void {
  cookies.clear(flowCookie('flow', id, provider))
}

/** Forgets what was started in this browser. What pages begin by themselves stays: it needs a person at the keyboard, or a session. */
export function dropFlows({ cookies }: Context): void {
  const names = [...cookies.readAll('flow.').keys()].slice(0, maxFlowsTouched)
  for (const name of names) cookies.clear(`flow.${name}`)
}

/**
 * Finds the flow that a callback belongs to and uses it up. `id` is what the platform sent back; undefined only for
 * a provider that declares that it sends nothing back.
 */
export async function takeFlow<State>(
  context: Context,
  provider: string,
  id: string | undefined,
  kind: FlowKind = 'flow',
): Promise<Flow<State>> {
  const { services, cookies, now } = context
  const cookie = flowCookie(kind, id, provider)
  const sealed = cookies.read(cookie)
  if (!sealed) {
    const message = `There is no cookie "${cookie.slice(0, 60)}" for this callback`
    throw new AuthError('FlowMissing', message, { provider, field: 'cookie' })
  }
  cookies.clear(cookie)
  const flow = await services.seal('flow').open(sealed)
  if (!isFlow<State>(flow)) {
    const message = 'The flow cookie cannot be opened: it was changed, or AUTH_SECRET was'
    throw new AuthError('FlowMissing', message, { provider, field: 'cookie' })
  }
  resumeFlow(context, flow)
  assertBelongs(flow, provider, id)
  if (flow.expires <= now) throw new AuthError('FlowExpired', 'The flow has expired', { provider })
  // Committed here, and not with the session: the code must not be redeemed twice, whatever becomes of the first time.
  if (await services.claim(`flow ${flow.id}`, new Date(flow.expires * 1000), true)) {
    services.trace(() => ({ step: 'taken', flow }))
    return flow
  }
  throw new AuthError('FlowMissing', 'This callback was already used', { provider, field: 'state' })
}

function assertBelongs(flow: Flow, provider: string, id: string | undefined): void {
  if (flow.provider !== provider) {
    const message = `The flow was started for ${flow.provider}, not ${provider}`
    throw new AuthError('CheckFailed', message, { provider, field: 'state' })
  }
  if (id === undefined || equal(flow.id, id)) return
  const message = 'The state does not belong to this flow'
  throw new AuthError('CheckFailed', message, { provider, field: 'state' })
}

/** A failure from here on keeps where the person wanted to go; one of connecting leads back to where that was asked for. */
export function resumeFlow(
  context: Context,
  { callbackUrl, link, remember }: Pick<Flow, 'callbackUrl' | 'link' | 'remember'>,
): void {
  context.callbackUrl = callbackUrl
  context.remember ??= remember
  if (!link) return
  // The start page is where people go who asked for nothing else.
  const { config, origin, baseUrl } = context
  context.retryUrl = callbackUrl === origin + config.home ? `${baseUrl}/account` : callbackUrl
}

/**
 * Asks for another way in, in the name of a session, which is as old afterwards as it was. An old one may be stolen, and what its thief
 * adds would sign in as if it were the owner's: the person has to sign in again.
 */
export async function linkRequest(app: App, current: CurrentSession): Promise<LinkRequest> {
  const proven = provenIn(current)
  await assertProven(app, proven)
  return { ...proven, sessionId: current.sessionId }
}

/** The wish with which a flow was started. */
export function flowIntent({ callbackUrl, data, link }: Flow): FinishResult['intent'] {
  return { callbackUrl, ...(data !== undefined && { data }), ...(link && { link }) }
}

/** We sealed it, so `state` needs no validation. */
function isFlow<State>(claims: object | undefined): claims is Flow<State> {
  const flow: Partial<Flow> = claims ?? {}
  return (
    typeof flow.id === 'string' &&
    typeof flow.provider === 'string' &&
    typeof flow.callbackUrl === 'string' &&
    typeof flow.expires === 'number'
  )
}
