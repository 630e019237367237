import { random as randomText } from '../crypto/random.ts'
import { lockPages } from '../http/locked-pages.ts'
import { type AppSignIn, signInToApp } from './app-sign-in.ts'
import { type Clock, clock } from './clock.ts'
import { type Decision, decide } from './consent-decision.ts'
import { type EmulatorParts, lockedPage, ownPage } from './control-pages.ts'
import { createCourier } from './deliveries.ts'
import { inProcessFetch } from './fetch.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { revokeGrant } from './issued-tokens.ts'
import { type Listening, type ListenOptions, serve } from './listen.ts'
import { fold, random } from './random.ts'
import type { Delivery, Notice, Recordings } from './records.ts'
import { localForm } from './request.ts'
import { createRouter, type Router } from './router.ts'
import { copyState, emptyState, forgetOldest } from './state.ts'
import type { EmulatorContext, Fault, Platform, State } from './types.ts'

/** The surroundings that all platforms of one emulator share. */
export type Surroundings = {
  /** The same seed draws the same codes, tokens and ids. */
  readonly seed?: string
  /** A fixed time that only `clock` moves, or a source of time; the machine's when left out. */
  readonly now?: number | (() => number)
  /** Sends webhooks; the global `fetch` when left out. */
  readonly fetch?: typeof fetch
}

/** Consent that a person withdraws. */
export type Disconnection = {
  readonly platform?: string
  /** Only this application. */
  readonly client_id?: string
  /** The platform's number for the reason. Default: 1, the person did it. */
  readonly reason?: number
}

/** A webhook to send now. */
export type WebhookOrder = Partial<Notice> & {
  readonly event: string
  readonly platform?: string
  /** The persona it is about. */
  readonly as?: string
  /** Sends this delivery instead of the emulator's `fetch`. */
  readonly fetch?: typeof fetch
}

/** A copy of the emulator's state, for `restore`. */
export type Snapshot = { readonly state: State }

/** Practice platforms, in process or on a port. */
export type Emulator = {
  readonly platforms: readonly Platform[]
  /** Answers the platforms' real addresses in process. Any other host is unreachable. */
  readonly fetch: typeof fetch
  /** Answers a request to a real address, or to a local one with the real host as first segment. */
  readonly handler: (request: Request) => Promise<Response>
  /** Opens a port on this machine. */
  readonly listen: (options?: ListenOptions) => Promise<Listening>
  /** The address at which a browser reaches a real address here; unchanged while not listening. */
  readonly locate: (url: string) => string
  /** Makes the next answer of an endpoint fail. */
  readonly next: (fault: Fault) => void
  readonly clock: Clock
  /** The last 2,000 requests, oldest first. */
  readonly received: Recordings
  readonly inbox: Inbox
  /** Decides on the consent page as a person would; returns the address that the browser is sent to. */
  readonly approve: (authorizeUrl: string | URL, decision?: Decision) => Promise<URL>
  /** The same, but returns the platform's whole response (a page, for `response_mode=form_post`). */
  readonly decide: (authorizeUrl: string | URL, decision?: Decision) => Promise<Response>
  /** Signs in on the sheet that the platform's own library shows in an app; returns what the library returns. */
  readonly appSignIn: AppSignIn
  /** Withdraws a person's consent; the application is told by webhook. */
  readonly disconnect: (persona: string, options?: Disconnection) => void
  /** Sends a signed webhook once and returns the application's answer. */
  readonly webhook: (order: WebhookOrder) => Promise<Response>
  /** Webhooks that the platforms sent by themselves. */
  readonly deliveries: readonly Delivery[]
  /** Makes new keys for every platform that signs; the old ones stay published unless `forget` is true. */
  readonly rotateKeys: (options?: { readonly forget?: boolean }) => Promise<void>
  /** Resolves when no webhook is under way. */
  readonly settled: () => Promise<void>
  readonly snapshot: () => Snapshot
  readonly restore: (snapshot: Snapshot) => void
}

/** An emulator that gets more platforms while it runs. */
export type OpenEmulator = {
  readonly emulator: Emulator
  /** Adds platforms; each takes the place of one with the same id. */
  readonly add: (platforms: readonly Platform[]) => void
}

/** Creates an emulator of these platforms. */
export function run(platforms: readonly Platform[], surroundings: Surroundings): Emulator {
  return runOpen(platforms, surroundings).emulator
}

/** Creates an emulator that begins with these platforms. */
export function runOpen(first: readonly Platform[], surroundings: Surroundings): OpenEmulator {
  // Everything below reads this list, which `add` changes.
  const platforms = [...first]
  const { context, courier } = createWorld(platforms, surroundings)
  let router = createRouter(context, platforms)
  const add = (more: readonly Platform[]): void => {
    const others = platforms.filter(({ id }) => more.every((one) => one.id !== id))
    platforms.splice(0, platforms.length, ...others, ...more)
    router = createRouter(context, platforms)
  }
  return { emulator: createEmulator(context, courier, platforms, () => router), add }
}

function createEmulator(
  context: MovableContext,
  courier: Courier,
  platforms: readonly Platform[],
  currentRouter: () => Router,
): Emulator {
  const { state } = context
  const inbox = createInbox(context)
  const disconnect = disconnector(context, platforms)
  const parts: Omit<EmulatorParts, 'router'> = {
    context,
    platforms,
    inbox,
    disconnect: (platform, persona) => disconnect(persona, { platform }),
  }
  const answer = async (request: Request, own: typeof ownPage): Promise<Response> => {
    const router = currentRouter()
    try {
      return (await router.route(request)) ?? (await own({ ...parts, router }, request))
    } finally {
      forgetOldest(state)
    }
  }
  const handler = (request: Request) => answer(request, ownPage)
  return {
    platforms,
    handler,
    fetch: inProcessFetch(handler, () => currentRouter().hosts),
    async listen(options = {}) {
      // Not drawn from the seed, which is the same everywhere.
      const locked = lockPages({ key: randomText(), path: '/', name: 'portico.emulator' })
      const pages = (isHere: boolean) => (isHere ? ownPage : lockedPage(locked))
      const server = await serve((request, isHere) => answer(request, pages(isHere)), options)
      return listening(context, { ...server, pages: locked.address(server.url) })
    },
    locate: (url) => context.locate(url),
    next: (fault) => currentRouter().next(fault),
    clock: context.clock,
    get received() {
      return state.received
    },
    inbox,
    approve: async (url, decision = {}) =>
      arrival(url, await decide(handler, opened(platforms, url), decision)),
    decide: (url, decision = {}) => decide(handler, opened(platforms, url), decision),
    appSignIn: (platform, order) => signInToApp(handler, platforms, platform, order),
    disconnect,
    webhook: (order) => sendNow(context, platforms, order),
    get deliveries() {
      return state.deliveries
    },
    rotateKeys: ({ forget = false } = {}) => rotateAll(context, platforms, forget),
    settled: courier.settled,
    snapshot: () => ({ state: copyState(state) }),
    restore: (snapshot) => void Object.assign(state, copyState(snapshot.state)),
  }
}

async function rotateAll(
  context: EmulatorContext,
  platforms: readonly Platform[],
  forget: boolean,
): Promise<void> {
  for (const platform of platforms) await platform.rotateKeys?.(context, forget)
}

type Courier = ReturnType<typeof createCourier>
type MovableContext = EmulatorContext & { base: string | undefined }

function createWorld(
  platforms: readonly Platform[],
  {
    seed = 'portico',
    now = Date.now,
    fetch: out = (...request) => fetch(...request),
  }: Surroundings,
): { context: MovableContext; courier: Courier } {
  const state = emptyState(fold(seed))
  const courier = createCourier(() => context, platforms)
  const source = typeof now === 'number' ? () => now : now
  const context: MovableContext = {
    state,
    seed,
    clock: clock(source, () => state.shift, courier.retry),
    random: {
      text: (...drawn) => random(state.random).text(...drawn),
      uuid: () => random(state.random).uuid(),
    },
    fetch: out,
    base: undefined,
    locate: (url) => (context.base === undefined ? url : localForm(context.base, url)),
    notify: courier.notify,
  }
  return { context, courier }
}

function listening(context: MovableContext, server: Listening): Listening {
  context.base = server.url
  const close = (): Promise<void> => {
    context.base = undefined
    return server.close()
  }
  return { ...server, close }
}

function opened(platforms: readonly Platform[], url: string | URL): string {
  const address = String(url)
  return platforms.flatMap(({ opens }) => opens?.(address) ?? [])[0] ?? address
}

function arrival(asked: string | URL, response: Response): URL {
  const location = response.headers.get('location')
  if (location !== null) return new URL(location)
  const { origin, pathname } = new URL(asked)
  throw new Error(
    `${origin}${pathname} answered ${response.status} and no redirect; decide() returns the answer.`,
  )
}

function disconnector(
  context: EmulatorContext,
  platforms: readonly Platform[],
): Emulator['disconnect'] {
  return (persona, { platform, client_id, reason = 1 } = {}) => {
    const ended = [...context.state.grants.values()].filter(
      (grant) =>
        grant.persona === persona &&
        !grant.revoked &&
        (platform ?? grant.platform) === grant.platform &&
        (client_id ?? grant.client_id) === grant.client_id,
    )
    const told = new Set<string>()
    for (const grant of ended) {
      revokeGrant(context, grant.id)
      const webhooks = platforms.find(({ id }) => id === grant.platform)?.webhooks
      if (!webhooks || told.has(grant.client_id)) continue
      told.add(grant.client_id)
      const subject = webhooks.subjectOf(context, grant.client_id, persona)
      context.notify(grant.platform, webhooks.removed(subject, grant.client_id, reason))
    }
  }
}

async function sendNow(
  context: EmulatorContext,
  platforms: readonly Platform[],
  { platform: id, as, fetch: send = context.fetch, ...notice }: WebhookOrder,
): Promise<Response> {
  const platform = platforms.find((one) => one.webhooks && (id ?? one.id) === one.id)
  const client_id = notice.client_id ?? platform?.apps[0]?.client_id ?? ''
  const subject =
    as === undefined ? {} : { subject: platform?.webhooks?.subjectOf(context, client_id, as) ?? '' }
  const request = await platform?.webhooks?.compose(context, { ...subject, ...notice, client_id })
  if (!request) throw new Error(`Application ${client_id} registered no webhook address.`)
  return send(request)
}
