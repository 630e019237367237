import { environmentOf } from '../config/environment.ts'
import { configError } from '../config/problems.ts'
import type { AuthError } from '../errors.ts'
import { fromAdapter } from '../storage/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Callbacks } from '../types/hooks.ts'
import type { Profile, Session } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import type { AuthjsCallbacks, AuthjsConfig, Origin } from './config.ts'
import { appUrl, environmentSecrets } from './environment.ts'
import { type FromAuthjsOptions, inheritance } from './from-authjs.ts'
import { platformIds } from './platform-ids.ts'
import { wrapProvider } from './providers.ts'
import { version4Callbacks } from './version-4-errors.ts'
import { fromVersion4Logger } from './version-4-logger.ts'
import { warnOnce } from './warn-once.ts'

/** The configuration for `Auth()`. Options without a counterpart are dropped where that does no harm. */
export function translate(written: AuthjsConfig, { version, basePath }: Origin): AuthConfig {
  const { providers, adapter, callbacks, cookies, session, secret: _, ...rest } = written
  const { jwt, useSecureCookies, experimental, skipCSRFCheck, raw, ...kept } = rest
  const env = environmentOf(written)
  const url = kept.url ?? appUrl(env)
  const secret = usedSecret(written, env)
  warnOfOldNames(written, env, secret)
  const path = url && URL.parse(url)?.pathname
  const own = version === 4 ? version4Callbacks(callbacks) : callbacks
  const deciders = { callbacks: translateCallbacks(own), events: written.events ?? {} }
  const domain = cookies?.sessionToken?.options?.domain?.replace(/^\./, '')
  return {
    ...kept,
    ...(url && { url }),
    ...(secret && { secret }),
    basePath: kept.basePath ?? (path && path !== '/' ? path : basePath),
    providers: providers.map((one) => wrapProvider(one, version)),
    // The engine reports which methods an adapter lacks.
    ...(adapter && { storage: fromAdapter(adapter as Storage) }),
    ...(domain && { cookies: { domain } }),
    ...(version === 4 && kept.logger && { logger: fromVersion4Logger(kept.logger) }),
    session: translateSession(written),
    ...(version === 4 ? platformIds(written, deciders) : deciders),
  }
}

/** The error for options whose meaning would change silently. */
export function untranslatable({ jwt }: AuthjsConfig): AuthError | undefined {
  const name = (['encode', 'decode'] as const).find((one) => jwt?.[one])
  if (!name) return undefined
  return configError(
    `jwt.${name}`,
    `\`jwt.${name}\` would never be called: Portico seals its cookies itself`,
    'Remove it. Credentials work with database sessions without it; for another backend, make a token of your own in the `session` callback.',
  )
}

function translateSession(written: AuthjsConfig): NonNullable<AuthConfig['session']> {
  const { session = {}, jwt, cookies, useSecureCookies } = written
  const { generateSessionToken, fromAuthjs: wanted = true, ...rules } = session
  const ages = [rules.maxAge, jwt?.maxAge].filter((age) => age !== undefined)
  const kept = { ...rules, ...(ages.length > 0 && { maxAge: Math.min(...ages) }) }
  if (wanted === false) return kept
  if (typeof wanted === 'object' && 'inherits' in wanted) return { ...kept, fromAuthjs: wanted }
  const { name, options } = cookies?.sessionToken ?? {}
  // Then Auth.js wrote these names over https, too.
  const plain =
    useSecureCookies === false ? ['authjs.session-token', 'next-auth.session-token'] : []
  const known: Partial<FromAuthjsOptions> = {
    secret: [written.secret ?? [], jwt?.secret ?? []].flat(),
    cookieName: [...(name ? [name] : []), ...plain],
    domain: options?.domain?.replace(/^\./, ''),
  }
  return { ...kept, fromAuthjs: inheritance({ ...known, ...(wanted === true ? {} : wanted) }) }
}

/** Auth.js's types promise both `token` and `user`; ours leave one out. In both libraries, the strategy decides which is there. */
function translateCallbacks(callbacks: AuthjsCallbacks = {}): Callbacks<Profile, Session> {
  const { authorized, ...ours } = callbacks as AuthjsCallbacks & { authorized?: unknown }
  return ours as unknown as Callbacks<Profile, Session>
}

/** The secret that encrypts; undefined if `Auth()` finds it itself. NEXTAUTH_SECRET encrypts only if there is no other. */
function usedSecret(
  { secret, jwt }: AuthjsConfig,
  { NEXTAUTH_SECRET, ...env }: Record<string, string | undefined>,
): string | readonly string[] | undefined {
  const written = secret?.length ? secret : jwt?.secret
  if (written !== undefined && written !== NEXTAUTH_SECRET) return written
  return environmentSecrets(env).length > 0 ? undefined : NEXTAUTH_SECRET
}

/** Warns once of variables with the names of version 4. */
function warnOfOldNames(
  { logger, url }: AuthjsConfig,
  { AUTH_URL, NEXTAUTH_URL, NEXTAUTH_SECRET }: Record<string, string | undefined>,
  secret: unknown,
): void {
  const old = [
    ...(NEXTAUTH_SECRET && secret === NEXTAUTH_SECRET ? ['NEXTAUTH_SECRET to AUTH_SECRET'] : []),
    ...(NEXTAUTH_URL && !AUTH_URL && !url ? ['NEXTAUTH_URL to AUTH_URL'] : []),
  ]
  if (old.length > 0) warnOnce(logger, `Rename ${old.join(' and ')}; the old names are still read`)
}
