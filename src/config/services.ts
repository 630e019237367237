import { createSeal, type Seal } from '../crypto/seal.ts'
import { forwardedFor, socketIp } from '../http/client-ip.ts'
import { boundedFetch } from '../http/outbound.ts'
import { createClaims } from '../services/claims.ts'
import { type ConsumeLimit, createCount, createLimits } from '../services/limits.ts'
import { createLogger } from '../services/log.ts'
import { createMemo, type Memo } from '../services/memo.ts'
import type { AuthConfig, Logger } from '../types/config.ts'
import type { Awaitable } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { viaEmulator } from './address.ts'

/** What the engine works with, made once for one configuration. */
export interface Services {
  readonly logger: Logger
  /** Tells a step of a flow to a developer who wants to see it; nothing is put into words for anybody else. */
  trace(step: () => string): void
  readonly fetch: typeof fetch
  /** The current time in milliseconds. */
  readonly now: () => number
  /** A seal for one purpose; the same purpose always gives the same seal. */
  seal(purpose: string): Seal
  /** The address of the visitor's device or network, as far as it can be known. */
  clientIp(request: Request): string | undefined
  /** Puts the limits of outgoing requests around somebody else's `fetch`. */
  boundFetch(own: typeof fetch): typeof fetch
  /** What was learned from platforms: their metadata and keys. */
  readonly memo: Memo
  /** True for the first caller with a key: in this process, and beyond it where the storage can. */
  claim(key: string, expires: Date): Awaitable<boolean>
  /** Lets a key be used again, because what it was meant for failed. */
  release(key: string): Awaitable<unknown>
  /** Takes one try of something that is limited, or refuses. */
  readonly consumeLimit: ConsumeLimit
}

/** What the tools are made from. */
interface ServiceInputs {
  config: AuthConfig
  storage: Storage | undefined
  secrets: readonly string[]
  emulator: string | undefined
  trustHost: boolean
}

/** Makes the tools; keys are derived, and connections opened, when first used. */
export function makeServices({
  config,
  storage,
  secrets,
  emulator,
  trustHost,
}: ServiceInputs): Services {
  const now = config.now ?? Date.now
  const boundFetch = outbound(config, emulator)
  const here = createClaims(now)
  const clientIp = clientIpReader(config, trustHost)
  const logger = createLogger(config.logger, config.debug ?? false)
  storage?.configure?.({ secrets, now, warn: logger.debug })
  return {
    logger,
    trace: config.debug ? (step) => logger.debug(step()) : () => {},
    fetch: boundFetch(config.fetch ?? ((input, init) => fetch(input, init))),
    now,
    seal: sealsByPurpose(secrets),
    clientIp,
    boundFetch,
    memo: createMemo(now),
    claim: (key, expires) => storage?.claim?.(key, expires) ?? here.claim(key, expires),
    release: (key) => (storage?.claim ? storage.release?.(key) : here.release(key)),
    consumeLimit: configuredLimits(config, { storage, now, clientIp }),
  }
}

/** The way to the platforms: bounded, and through the emulator when there is one. */
function outbound(config: AuthConfig, emulator: string | undefined): Services['boundFetch'] {
  const { timeout = 10_000, size = 1_000_000 } = config.outbound ?? {}
  return (own) => {
    const limited = boundedFetch(own, { timeout, size })
    if (!emulator) return limited
    return (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const headers = new Headers(init?.headers)
      // RFC 7239: the emulator answers with the real addresses, so that an issuer stays what it is.
      headers.set('forwarded', `host=${url.host};proto=https`)
      return limited(viaEmulator(emulator, url), { ...init, headers })
    }
  }
}

/** The visitor's address: as the application says, as a trusted proxy saw it, or as the connection has it. */
function clientIpReader({ clientIp }: AuthConfig, trustHost: boolean): Services['clientIp'] {
  const seen = (request: Request) => (trustHost && forwardedFor(request)) || socketIp(request)
  return clientIp ?? seen
}

/** Limits that all servers share, if the storage can count; otherwise each process counts for itself. */
function configuredLimits(
  { limits }: AuthConfig,
  { storage, now, clientIp }: Pick<Services, 'now' | 'clientIp'> & { storage: Storage | undefined },
): ConsumeLimit {
  const count = createCount(now)
  return createLimits(limits, {
    count: (key, seconds) => storage?.hit?.(key, seconds) ?? count(key, seconds),
    clientIp,
  })
}

function sealsByPurpose(secrets: readonly string[]): Services['seal'] {
  const seals = new Map<string, Seal>()
  return (purpose) => {
    const seal = seals.get(purpose) ?? createSeal(secrets, purpose)
    seals.set(purpose, seal)
    return seal
  }
}
