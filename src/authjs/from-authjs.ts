import type { App } from '../app.ts'
import { environmentOf } from '../config/environment.ts'
import { isGuessable } from '../config/guessable.ts'
import type { Inheritance } from '../sessions/session.ts'
import type { AuthConfig, InheritedSessions } from '../types/config.ts'
import { endOfDay, sinceVariable } from './day-of-move.ts'
import { inheritSessions } from './migrated-sessions.ts'
import type { Refusals } from './refusals.ts'

/** The settings that Auth.js had for its sessions. */
export interface FromAuthjsOptions {
  /**
   * The day on which Auth.js was replaced, such as `2026-11-15`, in UTC. Tokens issued later are refused, and all tokens once
   * `session.maxAge` has passed. Environment: AUTH_FROM_AUTHJS_SINCE.
   */
  since: string
  /**
   * The secret that Auth.js had, if you have changed it. It only decrypts, and in production not if it can be guessed. Environment:
   * NEXTAUTH_SECRET.
   */
  secret?: string | readonly string[] | undefined
  /** Auth.js's `cookies.sessionToken.name`, if set. */
  cookieName?: string | readonly string[] | undefined
  /** Auth.js's `cookies.sessionToken.options.domain`, if it differs from `cookies.domain`. */
  domain?: string | undefined
}

/**
 * Keeps users signed in who signed in with Auth.js or NextAuth.js. Each of their sessions is replaced once, as soon as a response can be
 * written.
 *
 * @example
 * Auth({ providers: [GitHub], session: { fromAuthjs: fromAuthjs({ since: '2026-11-15' }) } })
 */
export function fromAuthjs(options: FromAuthjsOptions): InheritedSessions {
  return inheritance(options)
}

interface AuthjsInheritance extends Inheritance {
  /** The cookies that the storage refused. The next response removes them. */
  readonly refusals: Refusals
}

/** The refusals of a configuration; undefined without `fromAuthjs`. */
export function refusalsOf({ session }: AuthConfig): Refusals | undefined {
  const inherited: Partial<AuthjsInheritance> = session?.fromAuthjs ?? {}
  return inherited.refusals
}

/** `fromAuthjs` for a configuration that was written for Auth.js, where the environment may have the day. */
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

/** Every secret that may have encrypted a token of Auth.js, in production without guessable ones. */
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
