import type { Advice } from './config/advice.ts'
import { type AppAddress, readAppAddress } from './config/app-address.ts'
import { readCallbacks, readEvents } from './config/callbacks-and-events.ts'
import { readCookies } from './config/cookies.ts'
import type { Emulation } from './config/emulator.ts'
import { type Emulator, readEmulator } from './config/emulator.ts'
import { environmentOf, isProduction } from './config/environment.ts'
import { type Languages, readLanguages } from './config/languages.ts'
import { assertOptionTypes } from './config/option-types.ts'
import type { Part } from './config/part.ts'
import { readParts, writtenParts } from './config/parts.ts'
import { collectProblems } from './config/problems.ts'
import type { MethodTable } from './config/provider.ts'
import type { AllProviderInputs } from './config/provider-inputs.ts'
import { type Providers, readProviders } from './config/providers.ts'
import { readOrigins, readPages } from './config/redirects.ts'
import { readSecrets } from './config/secrets.ts'
import { readSession, type SessionRules } from './config/session.ts'
import type { CookiePolicy } from './http/cookies.ts'
import type { AuthConfig } from './types/config.ts'
import type { Storage } from './types/storage.ts'
import type { Theme } from './types/theme.ts'

/** The configuration after it was read: complete, checked and frozen. */
export interface Config
  extends AppAddress,
    Providers,
    Required<Pick<AuthConfig, 'callbacks' | 'events' | 'pages'>> {
  readonly theme: Theme
  readonly languages: Languages
  /** The origins that people may be sent to, besides the application's own. */
  readonly trustedOrigins: readonly string[]
  /** The origins whose pages may do what the application's own may. */
  readonly actingOrigins: readonly string[]
  readonly session: SessionRules
  readonly storage: Storage | undefined
  /** All parts: the methods of the providers, each once, then `parts`. */
  readonly parts: readonly Part[]
  readonly webhooks: { endSessions: boolean }
  /** True if people may change their names on the account page. */
  readonly changeName: boolean
  readonly production: boolean
  readonly emulator: Emulator | undefined
  /** The cookies for https, and those for plain http. */
  cookies(secure: boolean): CookiePolicy
}

/** The inputs that depend on where the application runs. */
export interface Surroundings {
  storage: Storage | undefined
  emulation: Emulation
  advice: Advice | undefined
}

/** The configuration, with the secrets and the warnings for the services. */
export interface Reading {
  config: Config
  secrets: readonly string[]
  /** Advice for the developer about a configuration that works. */
  warnings: readonly string[]
}

/**
 * Reads the configuration once: fills in defaults and the environment, checks everything, freezes it. `builtIn` are the methods of
 * providers that bring none; `emulation` plays the platforms without keys in development.
 */
export function resolve(
  config: AuthConfig,
  builtIn: MethodTable,
  { storage, emulation, advice }: Surroundings,
): Reading {
  const env = environmentOf(config)
  const problems = collectProblems()
  const { attempt } = problems
  const production = isProduction(env, config.runtime?.dev)
  attempt(() => assertOptionTypes(config))
  // Nothing else can be read from values of the wrong kind.
  if (problems.found) return problems.report()
  const secrets = attempt(() => readSecrets(config.secret, env, production)) ?? []
  const address = attempt(() => readAppAddress(config, env, production))
  const warnings = advice?.onOptions(config, address?.basePath, writtenParts(config)) ?? []
  const warn = (message: string) => void warnings.push(message)
  const origin = address?.origin
  const emulator = attempt(() => readEmulator(config, { env, production, origin, warn, emulation }))
  const session = attempt(() => readSession(config, storage))
  const origins = attempt(() => readOrigins(config.trustedOrigins))
  const pages = attempt(() => readPages(config.pages, address?.basePath)) ?? {}
  const cookies = attempt(() => readCookies(config.cookies))
  const languages = attempt(() => readLanguages(config))
  const inputs: AllProviderInputs = {
    env,
    redirectProxyUrl: config.redirectProxyUrl ?? env.AUTH_REDIRECT_PROXY_URL,
    hasStorage: storage !== undefined,
    production,
    origin,
    basePath: address?.basePath ?? '',
    ...{ emulator, advice, warn },
    demanding: !production && emulation.demanding === true,
  }
  const others = attempt(() => readParts(config, inputs)) ?? []
  const configured = readProviders(config, builtIn, problems, inputs)
  const methods = Array.from(configured.providers.values(), ({ method }): Part => method)
  const parts = [...new Set([...methods, ...others])]
  const callbacks = attempt(() => readCallbacks(config.callbacks, parts)) ?? {}
  const events = attempt(() => readEvents(config.events, parts)) ?? {}
  const surroundings = { ...configured, parts, emulator, storage, session }
  for (const part of parts) attempt(() => part.check?.(surroundings))
  if (problems.found || !address || !session || !cookies || !languages || !origins)
    return problems.report(warnings)
  const read: Config = Object.freeze({
    ...address,
    ...configured,
    ...origins,
    session,
    storage,
    production,
    emulator,
    parts,
    webhooks: Object.freeze({ endSessions: config.webhooks?.endSessions ?? false }),
    ...{ callbacks, events, pages, languages, cookies },
    theme: Object.freeze({ ...config.theme }),
    changeName: config.account?.changeName !== false,
  })
  warnings.push(...(advice?.onWhole(read, config) ?? []))
  return { config: read, secrets, warnings }
}
