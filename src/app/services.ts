import { emulatorOf } from '../config/emulator.ts'
import type { Config, Reading } from '../config.ts'
import type { MakeBox } from '../crypto/jwe.ts'
import { createSeal, type Seal } from '../crypto/seal.ts'
import { forwardedFor, visitorIp } from '../http/client-ip.ts'
import { type PublicAddress, publicOrigin } from '../http/origin.ts'
import { type RequestSource, toRequest } from '../http/request-source.ts'
import { createClaims } from '../services/claims.ts'
import type { LimitFailures } from '../services/failure-limits.ts'
import type { LimitTools } from '../services/limit-tools.ts'
import { loadOnce } from '../services/load-once.ts'
import { createLogger } from '../services/log.ts'
import { createMemo, type Memo } from '../services/memo.ts'
import { type ProcessMemory, processMemory } from '../services/process-memory.ts'
import type { ConsumeLimit } from '../services/rate-limits.ts'
import { createTrace } from '../services/trace.ts'
import type { AuthConfig, Limit, Logger } from '../types/config.ts'
import type { Awaitable } from '../types/models.ts'
import type { Trace } from '../types/trace.ts'

/** The limits that the configured parts bring, by name. */
type Limits = Readonly<Record<string, Limit>>

const loadLimits = loadOnce(() => import('../services/limits.ts'))
const loadOutbound = loadOnce(() => import('./outbound.ts'))

/** The services that the engine works with, made once for one configuration. */
export interface Services {
  readonly logger: Logger
  /** Tells the steps of a sign-in to the log of whoever debugs, and to the inspector. */
  readonly trace: Trace
  readonly fetch: typeof fetch
  /** The current time in milliseconds. */
  readonly now: () => number
  /** A seal for one purpose; the same purpose always gives the same seal. */
  seal(purpose: string): Seal
  /** The IP address of the visitor's device or network, as far as it can be known. */
  clientIp(source: RequestSource): string | null | undefined
  /** Looks at the first request that is served: if its visitor's address is not known where it matters, the log says so. */
  checkFirstRequest(request: Request): void
  /** The way to a provider's platform, within the limits of outgoing requests: by its own `fetch`, or by the configured one. */
  providerFetch(provider: string, own: typeof fetch | undefined): typeof fetch
  /** A memory of what platforms say about themselves: their metadata and keys. */
  readonly memo: Memo
  /** True for the first caller with a key: in this process, and beyond it where the storage can. */
  claim(key: string, expires: Date, isFollowed?: boolean): Awaitable<boolean>
  /** Lets a key be used again, because what it was meant for failed. */
  release(key: string): Awaitable<unknown>
  /** Counts one attempt at something that is limited, or refuses it. */
  readonly consumeLimit: ConsumeLimit
  /** Does something that is limited by how often it fails. */
  readonly limitFailures: LimitFailures
}

/** The configuration as it was written: the services bring some of its options to life. */
type ConfigWithMemory = AuthConfig & { [processMemory]?: ProcessMemory }

/** Makes the services; keys are derived, and connections opened, when first used. */
export function makeServices(
  written: ConfigWithMemory,
  { config, secrets }: Reading,
  makeBox: MakeBox,
): Services {
  const { storage } = config
  const { runtime = {} }: ConfigWithMemory = written
  const { now = Date.now, fetch: configured = (input, init) => fetch(input, init) } = runtime
  const memory = written[processMemory] ?? {}
  memory.claims ??= createClaims(now)
  memory.memo ??= createMemo(now)
  const { claims, memo } = memory
  const clientIp = clientIpReader(written, config)
  const logger = createLogger(written.logger, written.debug ?? false)
  const limits: Limits = Object.assign({}, ...config.parts.map((part) => part.limits))
  const warnUnknown = unknownAddressWarning(written, config, limits, logger)
  const trace = createTrace(logger, written.debug ?? false)
  const boundFetch = outbound(written, trace)
  storage?.configure?.({ secrets, now, warn: logger.debug, lost: logger.warn })
  return {
    logger,
    trace,
    fetch: boundFetch(configured, emulatorOf(config)),
    now,
    seal: sealsByPurpose(secrets, makeBox),
    clientIp,
    checkFirstRequest: firstRequestCheck(written, clientIp, warnUnknown),
    providerFetch: (provider, own = configured) => boundFetch(own, emulatorOf(config, provider)),
    memo,
    claim: (key, expires, isFollowed) =>
      storage?.claim?.(key, expires, isFollowed) ?? claims.claim(key, expires),
    release: (key) => (storage?.claim ? storage.release?.(key) : claims.release(key)),
    ...countingLimits({ clientIp, warnUnknown }),
  }

  /** Loaded with the first attempt: most visitors only read. */
  function countingLimits(
    tools: Pick<LimitTools, 'clientIp' | 'warnUnknown'>,
  ): Pick<Services, 'consumeLimit' | 'limitFailures'> {
    const load = loadOnce(async () => {
      const { createLimits, createWindows } = await loadLimits()
      memory.windows ??= createWindows(now)
      const hit = (key: string, seconds: number) => storage?.hit?.(key, seconds)
      return createLimits(written.limits, limits, { ...tools, windows: memory.windows, hit })
    })
    return {
      consumeLimit: async (kind, attempt) => (await load()).consumeLimit(kind, attempt),
      limitFailures: async (kind, request, work) =>
        (await load()).limitFailures(kind, request, work),
    }
  }
}

/** Said once, where tries at accounts are limited, and in production only: whoever develops has one visitor. */
function unknownAddressWarning(
  written: AuthConfig,
  { production }: Config,
  limits: Limits,
  logger: Logger,
): () => void {
  const counts = Object.values(limits).some(({ perAccount }) => Number.isFinite(perAccount))
  let isDue = production && written.limits !== false && counts
  return () => {
    if (isDue) logger.warn(unknownAddresses)
    isDue = false
  }
}

/**
 * Says at the first request whether the visitor's address is known. It comes from the proxy or the framework, and no start can know whether
 * it will. The application's own `clientIp` is asked when something is counted, not here.
 */
function firstRequestCheck(
  { clientIp: own }: AuthConfig,
  clientIp: Services['clientIp'],
  warnUnknown: () => void,
): Services['checkFirstRequest'] {
  let isFirst = !own
  return (request) => {
    if (isFirst && !clientIp(request)) warnUnknown()
    isFirst = false
  }
}

const unknownAddresses =
  'The addresses of visitors are unknown: tries are limited by account only. Behind a proxy that overwrites X-Forwarded-For, set AUTH_TRUST_HOST=true; elsewhere set `clientIp`.'

/** The way to the platforms. Most visitors only read, so it is loaded with the first request to one. */
function outbound(
  { runtime }: AuthConfig,
  trace: Trace,
): (own: typeof fetch, emulator: string | undefined) => typeof fetch {
  return (own, emulator) => async (input, init) => {
    const { askPlatform } = await loadOutbound()
    return askPlatform({ own, emulator, trace, ...runtime?.outbound }, input, init)
  }
}

/** The visitor's address: as the application says, as a trusted proxy saw it, or as the connection has it. */
function clientIpReader({ clientIp }: AuthConfig, address: PublicAddress): Services['clientIp'] {
  if (clientIp) return (source) => clientIp(toRequest(source, publicOrigin(address, source)))
  return (source) => (address.trustHost && forwardedFor(source)) || visitorIp(source)
}

function sealsByPurpose(secrets: readonly string[], makeBox: MakeBox): Services['seal'] {
  const seals = new Map<string, Seal>()
  return (purpose) => {
    const seal = seals.get(purpose) ?? createSeal(secrets, purpose, makeBox)
    seals.set(purpose, seal)
    return seal
  }
}
