import { readAppAddress } from '../config/app-address.ts'
import { textsOf } from '../config/environment.ts'
import {
  type Clock,
  type Emulator,
  emulator,
  type Platform,
  pwnedPasswords,
  turnstile,
} from '../emulator/index.ts'
import { AuthError } from '../errors.ts'
import { Auth } from '../index.ts'
import type { AuthInstance } from '../instance/auth-instance.ts'
import { memory } from '../storage/memory.ts'
import type { AuthConfig, Logger } from '../types/config.ts'
import type { Session } from '../types/models.ts'
import type { AnyPart, CallsOf } from '../types/part.ts'
import type { NamespacesOf, ProviderId, TypedProvider } from '../types/provider-function.ts'
import { type AuthenticatorApp, authenticatorApp } from './authenticator-app.ts'
import { createBrowser, type Side, type TestBrowser } from './browser.ts'
import { emulateAll, mailingTo, type Outside } from './emulated-providers.ts'
import { hostsOf, visitPlatform } from './visit-platform.ts'

/** The surroundings of a test, besides the configuration. */
export interface TestOptions<S extends Session = Session, Id extends string = string> {
  /** The application around `auth`, which the browsers visit. Default: `auth.handler` alone. */
  app?: (auth: AuthInstance<S, Id>) => Side
  /** Platforms of your own, or with people of your own: `oauth2(…)`, `oidc(…)`, `github({ personas })` of porticojs/emulator. */
  platforms?: readonly Platform[]
  /** False runs without a storage. Default: `memory()`, unless the configuration has a storage or a database. */
  storage?: false
}

/** The messages for the developer, oldest first. They are not printed. */
export interface TestLog {
  readonly errors: AuthError[]
  readonly warnings: string[]
}

/** An application under test, with everything outside of it. */
export interface TestAuth<S extends Session = Session, Id extends string = string, Calls = object> {
  readonly auth: AuthInstance<S, Id> & Calls
  /** The first person's browser. */
  readonly browser: TestBrowser<S>
  /** Opens the browser of another person, or another device. */
  readonly newBrowser: () => TestBrowser<S>
  /** The emulated platforms: their failures, webhooks and inbox. */
  readonly platform: Emulator
  /** The time of the application, the platforms and the browsers. It stands still until you move it. */
  readonly clock: Clock
  /** The authenticator app of the people at the browsers. */
  readonly phone: AuthenticatorApp
  readonly log: TestLog
}

/**
 * Runs an application for a test: the platforms are emulated in this process, and keys, secret, address, storage and time are filled
 * in where the configuration has none. It reads no environment variables, opens no port and leaves nothing to close.
 *
 * @example
 * const { auth, browser, platform, clock } = await testAuth({ providers: [TikTok, GitHub] })
 * await browser.signIn('tiktok', { as: 'ada' })
 */
export async function testAuth<
  P extends TypedProvider,
  S extends Session = Session,
  Q extends AnyPart = AnyPart,
>(
  config: AuthConfig<P, S, Q>,
  options: TestOptions<NoInfer<S>, ProviderId<NoInfer<P>>> = {},
): Promise<TestAuth<S, ProviderId<P>, NamespacesOf<P> & CallsOf<Q>>> {
  const { origin, basePath, env, ...filled } = surroundings(config)
  const deliver: Outside['deliver'] = (mail) => void platform.inbox.deliver(mail)
  const { providers, platforms } = await emulateAll(config.providers, {
    callbacks: { app: config.theme?.name, path: basePath, origin, webhooks: true },
    platforms: options.platforms ?? [],
    deliver,
  })
  const platform = await emulator({
    platforms: [...platforms, turnstile(), pwnedPasswords()],
    // The clock stands still, so that tests can compare times.
    now: config.runtime?.now ?? Date.now(),
    fetch: (input, init) => app(new Request(input, init)),
  })
  const { clock } = platform
  const log: TestLog = { errors: [], warnings: [] }
  const auth = Auth<P, S, Q>({
    ...config,
    ...filled,
    ...(needsStorage(config, options) && { storage: memory({ now: clock.now }) }),
    providers,
    ...(config.parts && { parts: config.parts.map((part) => mailingTo(deliver, part)) }),
    runtime: {
      ...config.runtime,
      env,
      // Options for development do not apply in a test.
      dev: undefined,
      emulator: undefined,
      fetch: outward(platform, config.runtime?.fetch),
      now: clock.now,
    },
    logger: recorder(log, config.logger),
  })
  const app = options.app?.(auth) ?? auth.handler
  await assertConfigured(auth, log)
  const phone = authenticatorApp(clock.now)
  const newBrowser = () =>
    createBrowser<S>({
      ...{ origin, basePath, app, now: clock.now, phone },
      atPlatform: (url, choice) => visitPlatform(platform, url, choice),
    })
  return { auth, browser: newBrowser(), newBrowser, platform, clock, phone, log }
}

/** The practice keys of parts, which the emulated platforms know. */
const practiceKeys = {
  AUTH_TURNSTILE_SITE_KEY: 'practice-turnstile',
  AUTH_TURNSTILE_SECRET_KEY: 'practice-secret-of-turnstile',
}

/** The address, secret and environment of the configuration, with defaults for tests. */
function surroundings({ url, secret, basePath, runtime, mount }: AuthConfig) {
  const env = { NODE_ENV: 'test', ...practiceKeys, ...runtime?.env, AUTH_EMULATOR: undefined }
  const { AUTH_URL, AUTH_SECRET } = textsOf(env)
  const address = {
    url: url ?? AUTH_URL ?? 'https://app.test',
    ...(basePath !== undefined && { basePath }),
    ...(mount !== undefined && { mount }),
  }
  const known = readAppAddress({ providers: [], ...address }, {}, false)
  return {
    env,
    url: address.url,
    secret: secret ?? AUTH_SECRET ?? 'a secret for tests, which protects nobody',
    origin: known.origin ?? '',
    basePath: known.basePath,
  }
}

function needsStorage(config: AuthConfig, { storage }: Pick<TestOptions, 'storage'>): boolean {
  return storage !== false && !config.storage && config.database === undefined
}

/** Sends requests to the emulated platforms; those to other hosts go to the test's own `fetch`, if it has one, or fail. */
function outward({ fetch, platforms }: Emulator, others = fetch): typeof fetch {
  const hosts = hostsOf(platforms)
  return (input, init) => {
    const { url } = new Request(input, init)
    return hosts.has(new URL(url).host) ? fetch(input, init) : others(input, init)
  }
}

function recorder({ errors, warnings }: TestLog, own: Partial<Logger> = {}): Partial<Logger> {
  return {
    error(error) {
      errors.push(error)
      own.error?.(error)
    },
    warn(message) {
      warnings.push(message)
      own.warn?.(message)
    },
    ...(own.debug && { debug: (message) => own.debug?.(message) }),
  }
}

/** Throws the first error of the configuration, which `Auth()` only logs: a test would fail much later. */
async function assertConfigured(auth: AuthInstance, { errors }: TestLog): Promise<void> {
  // Waits for an instance that is still being completed.
  await auth.session(new Headers())
  const [error] = errors
  if (!error) return
  const { code, message, hint } = error
  throw new AuthError(code, `${message}. ${hint}`, { hint, cause: error })
}
