import { readUrl, viaEmulator, wrong } from './config/address.ts'
import { type ResolvedProvider, resolveProvider } from './config/provider.ts'
import type { World } from './config/world.ts'
import { createSeal, type Seal } from './crypto/seal.ts'
import { AuthError } from './errors.ts'
import { forwardedFor } from './http/client-address.ts'
import { type Cookies, createCookies } from './http/cookies.ts'
import { environment } from './http/environment.ts'
import { createCount, createLimits, type Spend } from './http/limits.ts'
import { createLogger } from './http/log.ts'
import { createMemo, type Memo } from './http/memo.ts'
import { createOnce } from './http/once.ts'
import { isLoopback } from './http/origin.ts'
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

const day = 86_400

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
  const secrets = attempt(() => readSecrets(config, env)) ?? []
  const place = attempt(() => readPlace(config, env, production))
  const emulator = attempt(() => readEmulator(config, env, production))
  const session = attempt(() => readSession(config, storage))
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
  if (problems[0] || !place || !session) throw combine(problems)
  const now = config.now ?? Date.now
  const bound = outbound(config, emulator)
  const onceHere = createOnce(now)
  const logger = createLogger(config.logger, config.debug ?? false)
  storage?.configure?.({ secrets, now })
  return Object.freeze({
    ...place,
    providers,
    session,
    storage,
    production,
    emulator,
    trustedOrigins: Object.freeze([...(config.trustedOrigins ?? [])]),
    webhooks: Object.freeze({ endSessions: config.webhooks?.endSessions ?? false }),
    callbacks: Object.freeze({ ...config.callbacks }),
    events: Object.freeze({ ...config.events }),
    pages: Object.freeze({ ...config.pages }),
    theme: Object.freeze({ ...config.theme }),
    logger,
    fetch: bound(config.fetch ?? ((input, init) => fetch(input, init))),
    bound,
    now,
    memo: createMemo(now),
    once: (key: string, expires: Date) => storage?.claim?.(key, expires) ?? onceHere(key, expires),
    spend: limitsOf(config, { storage, now, trustHost: place.trustHost }),
    seal: sealsOf(secrets),
    cookies: cookiesOf(config),
  })
}

function combine(problems: AuthError[]): AuthError {
  const [first, second] = problems
  if (first && !second) return first
  const list = problems.map((problem) => `${problem.message} → ${problem.hint}`).join(' | ')
  return new AuthError('Configuration', `${problems.length} problems: ${list}`, {
    cause: new AggregateError(problems),
  })
}

function readSecrets(config: AuthConfig, env: Record<string, string | undefined>): string[] {
  const written = config.secret === undefined ? [] : [config.secret].flat()
  const rotated = [env.AUTH_SECRET_1, env.AUTH_SECRET_2, env.AUTH_SECRET_3]
  const secrets = (written.length > 0 ? written : [env.AUTH_SECRET, ...rotated]).filter(
    (secret): secret is string => secret !== undefined && secret !== '',
  )
  const make = 'Run `npx portico secret` and put the result into AUTH_SECRET.'
  if (secrets.length === 0) throw wrong('secret', 'There is no secret', make)
  for (const secret of secrets) {
    if (secret.length < 32) {
      throw wrong('secret', `A secret has ${secret.length} characters; it needs at least 32`, make)
    }
    if (new Set(secret).size < 10) throw wrong('secret', 'A secret is easy to guess', make)
  }
  return secrets
}

function readPlace(
  config: AuthConfig,
  env: Record<string, string | undefined>,
  production: boolean,
) {
  const written = config.url ?? env.AUTH_URL
  const url = written === undefined || written === '' ? undefined : readUrl('url', written)
  const trustHost =
    config.trustHost ?? (isTrue(env.AUTH_TRUST_HOST) || Boolean(env.VERCEL || env.CF_PAGES))
  if (production && !url && !trustHost) {
    throw wrong(
      'url',
      'The address of the application is not known',
      'Set AUTH_URL=https://your-app.example, or AUTH_TRUST_HOST=true behind a proxy that overwrites the Host header.',
    )
  }
  const path = config.basePath ?? (url && url.pathname !== '/' ? url.pathname : '/api/auth')
  const basePath = path.replace(/\/+$/, '')
  if (!/^(\/[\w.~-]+)+$/.test(basePath)) {
    throw wrong('basePath', `"${path}" is not a path`, 'Write it like /api/auth.')
  }
  return { origin: url?.origin, trustHost, basePath }
}

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1'
}

function readSession(config: AuthConfig, storage: Storage | undefined): Config['session'] {
  const { strategy, maxAge = 30 * day, updateAge = day } = config.session ?? {}
  if (strategy === 'database' && !storage) {
    throw wrong(
      'session.strategy',
      'Database sessions need a storage',
      'Pass `storage`, or use "cookie".',
    )
  }
  for (const [field, value] of Object.entries({ maxAge, updateAge })) {
    if (Number.isFinite(value) && value >= 0) continue
    throw wrong(
      `session.${field}`,
      `"${value}" is not a number of seconds`,
      'Write seconds, such as 86400.',
    )
  }
  const chosen = strategy ?? (storage ? 'database' : 'cookie')
  return Object.freeze({ strategy: chosen === 'jwt' ? 'cookie' : chosen, maxAge, updateAge })
}

function readEmulator(
  config: AuthConfig,
  env: Record<string, string | undefined>,
  production: boolean,
) {
  const written = config.emulator ?? env.AUTH_EMULATOR
  if (!written) return undefined
  const url = readUrl('emulator', written)
  if (production || !isLoopback(url.hostname)) {
    throw wrong(
      'emulator',
      `The emulator at ${url.origin} lets anybody sign in as anybody`,
      'Use it on this machine only, and never with NODE_ENV=production.',
    )
  }
  return url.href.replace(/\/$/, '')
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
    return (input, init) =>
      limited(viaEmulator(emulator, new URL(input instanceof Request ? input.url : input)), init)
  }
}

/** Limits that all servers share, if the storage can count; otherwise each process counts for itself. */
function limitsOf(
  { limits, clientAddress }: AuthConfig,
  { storage, now, trustHost }: Pick<Config, 'storage' | 'now' | 'trustHost'>,
): Spend {
  const count = createCount(now)
  return createLimits(limits, {
    count: (key, seconds) => storage?.hit?.(key, seconds) ?? count(key, seconds),
    addressOf: clientAddress ?? ((request) => (trustHost ? forwardedFor(request) : undefined)),
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

function cookiesOf(config: AuthConfig): Config['cookies'] {
  const options = { prefix: 'portico', ...config.cookies }
  const [secure, plain] = [true, false].map((secure) => createCookies({ ...options, secure }))
  return (wanted) => (wanted ? secure : plain) as Cookies
}
