import type { App } from '../app.ts'
import { environmentOf } from '../config/environment.ts'
import { isGuessable } from '../config/guessable.ts'
import type { Inheritance } from '../sessions/session.ts'
import type { AuthConfig, InheritedSessions } from '../types/config.ts'
import { endOfDay, sinceVariable } from './day-of-move.ts'
import { inheritSessions } from './migrated-sessions.ts'
import type { Refusals } from './refusals.ts'

/** The settings of Auth.js's sessions, as far as they are not the defaults. */
export interface FromAuthjsOptions {
  /**
   * The day on which Auth.js was replaced, such as `2026-11-15`, in UTC. Tokens that were issued later are refused, and all of them once
   * `session.maxAge` has passed since. Environment: AUTH_FROM_AUTHJS_SINCE.
   */
  since: string
  /**
   * The secret that Auth.js had, if it is another one now. Nothing new is encrypted with it. One that can be guessed opens nothing in
   * production. Environment: NEXTAUTH_SECRET.
   */
  secret?: string | readonly string[] | undefined
  /** `cookies.sessionToken.name`. */
  cookieName?: string | readonly string[] | undefined
  /** `cookies.sessionToken.options.domain`, if `cookies.domain` is another one. */
  domain?: string | undefined
}

/**
 * Keeps people signed in whom Auth.js or NextAuth.js signed in. Each of its sessions becomes one of ours, once, as soon as a response can
 * be written.
 *
 * @example
 * Auth({ providers: [GitHub], session: { fromAuthjs: fromAuthjs({ since: '2026-11-15' }) } })
 */
export function fromAuthjs(options: FromAuthjsOptions): InheritedSessions {
  return inheritance(options)
}

interface AuthjsInheritance extends Inheritance {
  /** The cookies that storages refused, for those who write responses. */
  readonly refusals: Refusals
}

/** Those of a configuration that were made by `fromAuthjs`. */
export function refusalsOf({ session }: AuthConfig): Refusals | undefined {
  const inherited: Partial<AuthjsInheritance> = session?.fromAuthjs ?? {}
  return inherited.refusals
}

/** The same for a configuration that was written for Auth.js, which may leave the day to the environment. */
export function inheritance(options: Partial<FromAuthjsOptions>): AuthjsInheritance {
  const refusals: Refusals = new Map()
  return {
    inherits: 'Auth.js',
    refusals,
    extend: (own, app, written) =>
      inheritSessions(own, app, {
        secrets: readSecrets(options, app, written),
        cookieNames: [options.cookieName ?? []].flat(),
        domain: options.domain ?? written.cookies?.domain,
        move: {
          end: endOfDay(options.since ?? environmentOf(written)[sinceVariable], app.services.now()),
          maxAge: app.config.session.maxAge,
        },
        refusals,
      }),
  }
}

/** All that a token of Auth.js may have been encrypted with, except what strangers could guess. */
function readSecrets(
  { secret }: Partial<FromAuthjsOptions>,
  { config: { production }, services }: App,
  own: AuthConfig,
): string[] {
  const variables = environmentOf(own)
  const { AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3, NEXTAUTH_SECRET } = variables
  const written = own.secret ?? [AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3]
  const all = [secret, written, NEXTAUTH_SECRET].flat().filter(isGiven)
  const used = all.filter((one) => !production || !isGuessable(one, production))
  if (used.length < all.length) {
    services.logger.warn(
      'A secret that Auth.js had could be guessed, so its sessions are not taken over: people sign in once more. Remove it, NEXTAUTH_SECRET included',
    )
  }
  return [...new Set(used)]
}

function isGiven(secret: unknown): secret is string {
  return typeof secret === 'string' && secret !== ''
}
