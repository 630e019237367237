import { configError } from './config/address.ts'
import { type AppAddress, readAppAddress, readEmulator } from './config/app-address.ts'
import { refusedCallback } from './config/callback.ts'
import { readCookies } from './config/cookies.ts'
import { environment } from './config/environment.ts'
import { readCallbacks, readEvents, uncalled } from './config/handlers.ts'
import { unknownOptions } from './config/options.ts'
import { collectProblems, type Problems } from './config/problems.ts'
import { type ResolvedProvider, resolveProvider } from './config/provider.ts'
import type { ProviderInputs } from './config/provider-inputs.ts'
import { readOrigins, readPages } from './config/redirects.ts'
import { readSecrets } from './config/secrets.ts'
import { makeServices, type Services } from './config/services.ts'
import { readSession } from './config/session.ts'
import type { Cookies } from './http/cookies.ts'
import type { AuthConfig, Logger } from './types/config.ts'
import type { PageFrame } from './types/language.ts'
import type { Storage } from './types/storage.ts'

/** The configuration after it was read: complete, checked and frozen. */
export interface Config
  extends Services,
    Required<Pick<AuthConfig, 'callbacks' | 'events' | 'pages'>> {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  readonly basePath: string
  readonly origin: string | undefined
  readonly trustHost: boolean
  readonly frame: PageFrame
  readonly trustedOrigins: readonly string[]
  readonly session: { strategy: 'cookie' | 'database'; maxAge: number; updateAge: number }
  readonly storage: Storage | undefined
  readonly webhooks: { endSessions: boolean }
  readonly production: boolean
  readonly emulator: string | undefined
  /** The cookies for https, and those for plain http. */
  cookies(secure: boolean): Cookies
}

/** Reads the configuration once: fills in defaults and the environment, checks everything, freezes it. */
export function resolve(
  config: AuthConfig,
  storage: Storage | undefined = config.storage ?? config.adapter,
): Config {
  const env = config.env ?? environment()
  const problems = collectProblems()
  const { attempt } = problems
  const production = env.NODE_ENV === 'production'
  const secrets = attempt(() => readSecrets(config.secret, env, production)) ?? []
  const place = attempt(() => readAppAddress(config, env, production))
  const emulator = attempt(() => readEmulator(config, env, production))
  const session = attempt(() => readSession(config, storage))
  const trustedOrigins = attempt(() => readOrigins(config.trustedOrigins)) ?? []
  const pages = attempt(() => readPages(config.pages)) ?? {}
  const callbacks = attempt(() => readCallbacks(config.callbacks)) ?? {}
  const events = attempt(() => readEvents(config.events)) ?? {}
  const cookies = attempt(() => readCookies(config.cookies))
  const redirectProxyUrl = config.redirectProxyUrl ?? env.AUTH_REDIRECT_PROXY_URL
  const providers = readProviders(config, attempt, {
    env,
    redirectProxyUrl,
    hasStorage: storage !== undefined,
    production,
    origin: place?.origin,
    basePath: place?.basePath ?? '',
    emulated: emulator !== undefined,
  })
  if (problems.found || !place || !session || !cookies) return problems.report()
  const tools = makeServices({ config, storage, secrets, emulator, trustHost: place.trustHost })
  for (const name of [...unknownOptions(config), ...uncalled(config)]) {
    tools.logger.warn(`Auth() has no option "${name}": it is ignored`)
  }
  if (!production) warn(providers.values(), { ...place, emulator }, tools.logger)
  return Object.freeze({
    ...place,
    ...tools,
    providers,
    session,
    storage,
    production,
    emulator,
    trustedOrigins,
    webhooks: Object.freeze({ endSessions: config.webhooks?.endSessions ?? false }),
    callbacks,
    events,
    pages,
    frame: Object.freeze({
      ...config.language,
      theme: Object.freeze({ ...config.theme }),
      basePath: place.basePath,
    }),
    cookies,
  })
}

/** What would be refused in production, and what was given up by writing `none`, should be known to the developer. */
function warn(
  providers: Iterable<ResolvedProvider>,
  place: AppAddress & { emulator: string | undefined },
  logger: Logger,
): void {
  for (const provider of providers) {
    if (!('clientAuthentication' in provider)) continue
    // The practice platform takes this machine's addresses.
    const refusal = place.emulator ? undefined : refusedCallback(provider, place)
    if (refusal) logger.warn(refusal)
    if (provider.clientAuthentication === 'none' && !provider.client?.token_endpoint_auth_method) {
      logger.warn(
        `${provider.id} has no \`clientSecret\`. If it is a public client, say \`client: { token_endpoint_auth_method: 'none' }\``,
      )
    }
    if (provider.checks.includes('state')) continue
    logger.warn(
      `${provider.id} signs in without state: whoever makes a visitor open a callback address signs them in`,
    )
  }
}

function readProviders(
  config: AuthConfig,
  attempt: Problems['attempt'],
  inputs: ProviderInputs,
): ReadonlyMap<string, ResolvedProvider> {
  const providers = new Map<string, ResolvedProvider>()
  const add = (provider: ResolvedProvider) => {
    if (providers.has(provider.id)) {
      throw configError(
        `providers.${provider.id}`,
        `Two providers have the id "${provider.id}"`,
        'Give one of them another `id`.',
      )
    }
    providers.set(provider.id, provider)
  }
  const written = Array.isArray(config.providers) ? config.providers : []
  attempt(() => {
    if (written.length === 0) {
      throw configError(
        'providers',
        'There are no providers',
        'List at least one, such as `providers: [TikTok]`.',
      )
    }
  })
  for (const provider of written) attempt(() => add(resolveProvider(provider, inputs)))
  return providers
}
