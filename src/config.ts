import { viaEmulator, wrong } from './config/address.ts'
import { readCookies } from './config/cookies.ts'
import { readEmulator, readPlace } from './config/place.ts'
import { type ResolvedProvider, resolveProvider } from './config/provider.ts'
import { readOrigins, readPages } from './config/redirects.ts'
import { readSecrets } from './config/secrets.ts'
import { readSession } from './config/session.ts'
import type { World } from './config/world.ts'
import { createSeal, type Seal } from './crypto/seal.ts'
import { AuthError } from './errors.ts'
import { forwardedFor } from './http/client-address.ts'
import type { Cookies } from './http/cookies.ts'
import { environment } from './http/environment.ts'
import { createCount, createLimits, type Spend } from './http/limits.ts'
import { createLogger } from './http/log.ts'
import { createMemo, type Memo } from './http/memo.ts'
import { createOnce } from './http/once.ts'
import { bounded } from './http/outbound.ts'
import type { AuthConfig, Logger } from './types/config.ts'
import type { Awaitable } from './types/nouns.ts'
import type { Storage } from './types/storage.ts'

/** The configuration after it was read: complete, checked and frozen. */
export interface Config
  extends Required<Pick<AuthConfig, 'callbacks' | 'events' | 'pages' | 'theme' | 'fetch' | 'now'>> {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  readonly basePath: string
  readonly origin: string | undefined
  readonly trustHost: boolean
  readonly trustedOrigins: readonly string[]
  readonly session: { strategy: 'cookie' | 'database'; maxAge: number; updateAge: number }
  readonly storage: Storage | undefined
  readonly webhooks: { endSessions: boolean }
  readonly logger: Logger
  readonly production: boolean
  readonly emulator: string | undefined
  /** A seal for one purpose; the same purpose always gives the same seal. */
  seal(purpose: string): Seal
  /** The address of the visitor's device or network, as far as it can be known. */
  addressOf(request: Request): string | undefined
  /** Puts the limits of outgoing requests around somebody else's `fetch`. */
  bound(own: typeof fetch): typeof fetch
  /** What was learned from platforms: their metadata and keys. */
  readonly memo: Memo
  /** True for the first caller with a key: in this process, and beyond it where the storage can. */
  once(key: string, expires: Date): Awaitable<boolean>
  /** Takes one try of something that is limited, or refuses. */
  readonly spend: Spend
  /** The cookies for https, and those for plain http. */
  cookies(secure: boolean): Cookies
}

/** Reads the configuration once: fills in defaults and the environment, checks everything, freezes it. */
export function resolve(
  config: AuthConfig,
  storage: Storage | undefined = config.storage ?? config.adapter,
): Config {
  const env = config.env ?? environment()
  const problems: AuthError[] = []
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (thrown) {
      if (!(thrown instanceof AuthError)) throw thrown
      problems.push(thrown)
      return undefined
    }
  }
  const production = env.NODE_ENV === 'production'
  const secrets = attempt(() => readSecrets(config.secret, env, production)) ?? []
  const place = attempt(() => readPlace(config, env, production))
  const emulator = attempt(() => readEmulator(config, env, production))
  const session = attempt(() => readSession(config, storage))
  const trustedOrigins = attempt(() => readOrigins(config.trustedOrigins)) ?? []
  const pages = attempt(() => readPages(config.pages)) ?? {}
  const cookies = attempt(() => readCookies(config.cookies))
  const redirectProxyUrl = config.redirectProxyUrl ?? env.AUTH_REDIRECT_PROXY_URL
  const providers = readProviders(config, attempt, {
    env,
    redirectProxyUrl,
    hasStorage: storage !== undefined,
    production,
    origin: place?.origin,
    basePath: place?.basePath ?? '',
    practice: emulator !== undefined,
  })
  if (problems[0] || !place || !session || !cookies) throw combine(problems)
  const now = config.now ?? Date.now
  const bound = outbound(config, emulator)
  const onceHere = createOnce(now)
  const addressOf = addressesOf(config, place.trustHost)
  const logger = createLogger(config.logger, config.debug ?? false)
  if (!production) warnUnchecked(providers.values(), logger)
  storage?.configure?.({ secrets, now, warn: logger.debug })
  return Object.freeze({
    ...place,
    providers,
    session,
    storage,
    production,
    emulator,
    trustedOrigins,
    webhooks: Object.freeze({ endSessions: config.webhooks?.endSessions ?? false }),
    callbacks: Object.freeze({ ...config.callbacks }),
    events: Object.freeze({ ...config.events }),
    pages,
    theme: Object.freeze({ ...config.theme }),
    logger,
    fetch: bound(config.fetch ?? ((input, init) => fetch(input, init))),
    bound,
    now,
    memo: createMemo(now),
    once: (key: string, expires: Date) => storage?.claim?.(key, expires) ?? onceHere(key, expires),
    addressOf,
    spend: limitsOf(config, { storage, now, addressOf }),
    seal: sealsOf(secrets),
    cookies,
  })
}

/** A developer should know what was given up by writing `none`. */
function warnUnchecked(providers: Iterable<ResolvedProvider>, logger: Logger): void {
  for (const provider of providers) {
    if (!('clientAuthentication' in provider) || provider.checks.includes('state')) continue
    logger.warn(
      `${provider.id} signs in without state: whoever makes a visitor open a callback address signs them in`,
    )
  }
}

function combine(problems: AuthError[]): AuthError {
  const [first, second] = problems
  if (first && !second) return first
  const list = problems.map((problem) => `${problem.message} → ${problem.hint}`).join(' | ')
  return new AuthError('Configuration', `${problems.length} problems: ${list}`, {
    cause: new AggregateError(problems),
  })
}

function readProviders(
  config: AuthConfig,
  attempt: <T>(work: () => T) => T | undefined,
  world: World,
): ReadonlyMap<string, ResolvedProvider> {
  const providers = new Map<string, ResolvedProvider>()
  const add = (provider: ResolvedProvider) => {
    if (providers.has(provider.id)) {
      throw wrong(
        `providers.${provider.id}`,
        `Two providers have the id "${provider.id}"`,
        'Give one of them another `id`.',
      )
    }
    providers.set(provider.id, provider)
  }
  attempt(() => {
    if (!Array.isArray(config.providers) || config.providers.length === 0) {
      throw wrong(
        'providers',
        'There are no providers',
        'List at least one, such as `providers: [TikTok]`.',
      )
    }
  })
  for (const provider of config.providers ?? [])
    attempt(() => add(resolveProvider(provider, world)))
  return providers
}

/** The way to the platforms: bounded, and through the emulator when there is one. */
function outbound(config: AuthConfig, emulator: string | undefined): Config['bound'] {
  const { timeout = 10_000, size = 1_000_000 } = config.outbound ?? {}
  return (own) => {
    const limited = bounded(own, { timeout, size })
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

/** The visitor's address: as the application says, else as a trusted proxy saw it. */
function addressesOf({ clientAddress }: AuthConfig, trustHost: boolean): Config['addressOf'] {
  return clientAddress ?? ((request) => (trustHost ? forwardedFor(request) : undefined))
}

/** Limits that all servers share, if the storage can count; otherwise each process counts for itself. */
function limitsOf(
  { limits }: AuthConfig,
  { storage, now, addressOf }: Pick<Config, 'storage' | 'now' | 'addressOf'>,
): Spend {
  const count = createCount(now)
  return createLimits(limits, {
    count: (key, seconds) => storage?.hit?.(key, seconds) ?? count(key, seconds),
    addressOf,
  })
}

function sealsOf(secrets: readonly string[]): Config['seal'] {
  const seals = new Map<string, Seal>()
  return (purpose) => {
    const seal = seals.get(purpose) ?? createSeal(secrets, purpose)
    seals.set(purpose, seal)
    return seal
  }
}
