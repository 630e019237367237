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
  /** Reports the steps of a sign-in to the log, with `debug`, and to the inspector. */
  readonly trace: Trace
  readonly fetch: typeof fetch
  /** The current time in milliseconds. */
  readonly now: () => number
  /** A seal for one purpose; the same purpose always gives the same seal. */
  seal(purpose: string): Seal
  /** The IP address of the visitor's device or network, if it is known. */
  clientIp(source: RequestSource): string | null | undefined
  /** Warns at the first request if its visitor's address is unknown and limits need it. */
  checkFirstRequest(request: Request): void
  /** A `fetch` to a provider's platform, within the limits of outgoing requests: the provider's own, or the configured one. */
  providerFetch(provider: string, own: typeof fetch | undefined): typeof fetch
  /** Caches the metadata and keys of platforms. */
  readonly memo: Memo
  /** True for the first caller with a key: in this process, or on all servers if the storage can. */
  claim(key: string, expires: Date, isFollowed?: boolean): Awaitable<boolean>
  /** Frees a claimed key, because the claimed operation failed. */
  release(key: string): Awaitable<unknown>
  /** Counts an attempt at a limited action, or refuses it. */
  readonly consumeLimit: ConsumeLimit
  /** Runs work whose failures are limited. */
  readonly limitFailures: LimitFailures
}

/** The written configuration. Its memory is one that instances of the same application share. */
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

  /** The limits, loaded at the first attempt: most requests only read the session. */
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

/** Warns once that addresses are unknown, if attempts at accounts are limited. In production only: in development there is one visitor. */
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
 * Warns at the first request if the visitor's address is unknown. The start cannot tell, because the address comes from the proxy or the
 * framework. The application's own `clientIp` is called when something is counted, not here.
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

/** Reaches platforms. Loaded with the first request to one: most requests only read the session. */
function outbound(
  { runtime }: AuthConfig,
  trace: Trace,
): (own: typeof fetch, emulator: string | undefined) => typeof fetch {
  return (own, emulator) => async (input, init) => {
    const { askPlatform } = await loadOutbound()
    return askPlatform({ own, emulator, trace, ...runtime?.outbound }, input, init)
  }
}

/** Reads the visitor's address: from the application's `clientIp`, a trusted proxy, or the connection. */
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
