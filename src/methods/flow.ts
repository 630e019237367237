import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { cookiesNamed } from '../http/cookies.ts'
import type { JsonValue, User } from '../types/models.ts'
import type { FinishResult, LinkRequest } from './method.ts'

/** A sign-in on its way: everything its callback will be checked against. */
export interface Flow {
  /** Unguessable; sent as `state` where the platform sends it back. */
  id: string
  provider: string
  /** Where the person goes afterwards. */
  callbackUrl: string
  /** Seconds since 1970. */
  expires: number
  data?: JsonValue
  /** Who wants to connect another account. */
  link?: LinkRequest
  code_verifier?: string
  nonce?: string
  redirect_uri?: string
  /** What a mail was sent for: its address, and hashes of its link's token and its code. */
  mail?: { address: string; token: string; code: string }
  /** What a passkey is asked for. */
  passkey?: { ceremony: 'authenticate' } | { ceremony: 'register'; handle: string; person: User }
}

/**
 * Where a flow's cookie is kept. Passkeys and nonces have drawers of their own: every page that is opened begins one, for the
 * browser's autofill or the platform's script, and that must not push out what somebody really started.
 */
type FlowKind = 'flow' | 'passkey' | 'nonce'

/** How long a person may take at the platform. */
export const flowSeconds = 600

/** How long the cookie outlives its flow, so that whoever comes too late is told so and not that cookies are blocked. */
const expiredFlowSeconds = 3600

const maxPendingFlows = 5

/** Many servers accept 8 kB of Cookie header, and the session needs its part of them. */
const maxFlowBytes = 5_000

/**
 * A new flow id. It begins with the time, so that the oldest flow can be told by its cookie's name, and has letters and digits only:
 * there are platforms that take nothing else as a state.
 */
export function flowId(now: number, chance: string = random(40)): string {
  return now.toString(36).padStart(8, '0') + chance.replace(/[-_]/g, '').slice(0, 43)
}

/**
 * Puts a flow into a cookie of its own, so that several tabs do not disturb each other. Too many pending flows would
 * make the Cookie header too long for servers: the oldest are dropped.
 */
export async function keepFlow(
  context: Context,
  flow: Flow,
  options: { named: boolean; crossSite: boolean; drawer?: FlowKind },
): Promise<void> {
  const { config, cookies, header, outgoing, now } = context
  const { drawer = 'flow' } = options
  const sealed = await config.seal('flow').seal({ ...flow })
  for (const name of crowdedOut(cookiesNamed(header, cookies.name(`${drawer}.`)), sealed.length)) {
    outgoing.push(...cookies.clear(name, header))
  }
  const name = flowCookie(context, drawer, options.named ? flow.id : undefined, flow.provider)
  const sameSite = options.crossSite ? 'none' : 'lax'
  const maxAge = flow.expires - now + (drawer === 'flow' ? expiredFlowSeconds : 0)
  outgoing.push(...cookies.set(name, sealed, header, { maxAge, sameSite }))
}

/** A response removes no more cookies than this; whatever else a request made up goes with the next ones. */
const maxRemovedFlows = 20

/** The cookies that must go so that one more flow fits: the oldest, since their names begin with the time. */
function crowdedOut(flows: ReadonlyMap<string, string>, size: number): string[] {
  let room = maxFlowBytes - size
  const newestFirst = [...flows].sort(([one], [other]) => (one < other ? 1 : -1))
  return newestFirst
    .filter(([name, value], index) => {
      room -= name.length + value.length
      return index + 1 >= maxPendingFlows || room < 0
    })
    .slice(0, maxRemovedFlows)
    .map(([name]) => name)
}

/** The part of a flow's id that everybody may see. Eight characters of time and eight of chance tell flows apart. */
export function flowName(id: string): string {
  return id.slice(0, 16)
}

function flowCookie(
  { cookies }: Context,
  drawer: FlowKind,
  id: string | undefined,
  provider: string,
): string {
  return cookies.name(`${drawer}.${id ? flowName(id) : provider}`)
}

/** The flows of a provider that this browser has begun and that have not expired, newest first. None is used up. */
export async function pendingFlows(context: Context, provider: string): Promise<Flow[]> {
  const { config, cookies, header, now } = context
  const kept = cookiesNamed(header, cookies.name('flow.'))
  const newest = [...kept.keys()].sort().reverse().slice(0, maxRemovedFlows)
  const flows: Flow[] = []
  for (const name of newest) {
    const flow = await config.seal('flow').open(kept.get(name) ?? '')
    if (isFlow(flow) && flow.provider === provider && flow.expires > now) flows.push(flow)
  }
  return flows
}

/** Forgets a flow in this browser. */
export function dropFlow(context: Context, { id, provider }: Flow): void {
  const { cookies, header, outgoing } = context
  outgoing.push(...cookies.clear(flowCookie(context, 'flow', id, provider), header))
}

/**
 * Finds the flow that a callback belongs to and uses it up. `id` is what the platform sent back; undefined only for
 * a provider that declares that it sends nothing back.
 */
export async function takeFlow(
  context: Context,
  provider: string,
  id: string | undefined,
  drawer: FlowKind = 'flow',
): Promise<Flow> {
  const { config, cookies, header, outgoing, now } = context
  const name = flowCookie(context, drawer, id, provider)
  const sealed = cookies.read(header, name)
  if (!sealed) {
    throw new AuthError(
      'FlowMissing',
      `There is no cookie "${name.slice(0, 60)}" for this callback`,
      { provider, field: 'cookie' },
    )
  }
  outgoing.push(...cookies.clear(name, header))
  const flow = await config.seal('flow').open(sealed)
  if (!isFlow(flow)) {
    throw new AuthError(
      'FlowMissing',
      'The flow cookie cannot be opened: it was changed, or AUTH_SECRET was',
      { provider, field: 'cookie' },
    )
  }
  context.callbackUrl = flow.callbackUrl
  if (flow.provider !== provider) {
    throw new AuthError(
      'CheckFailed',
      `The flow was started for ${flow.provider}, not ${provider}`,
      { provider, field: 'state' },
    )
  }
  if (id !== undefined && !equal(flow.id, id)) {
    throw new AuthError('CheckFailed', 'The state does not belong to this flow', {
      provider,
      field: 'state',
    })
  }
  if (flow.expires <= now) throw new AuthError('FlowExpired', 'The flow has expired', { provider })
  if (!(await config.claim(`flow ${flow.id}`, new Date(flow.expires * 1000)))) {
    throw new AuthError('FlowMissing', 'This callback was already used', {
      provider,
      field: 'state',
    })
  }
  return flow
}

/** What somebody wanted when a flow was started. */
export function flowIntent({ callbackUrl, data, link }: Flow): FinishResult['intent'] {
  return { callbackUrl, ...(data !== undefined && { data }), ...(link && { link }) }
}

function isFlow(claims: object | undefined): claims is Flow {
  const flow: Partial<Flow> = claims ?? {}
  return (
    typeof flow.id === 'string' &&
    typeof flow.provider === 'string' &&
    typeof flow.callbackUrl === 'string' &&
    typeof flow.expires === 'number'
  )
}
