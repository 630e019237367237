import { environmentOf } from '../config/environment.ts'
import { configError } from '../config/problems.ts'
import type { Inheritance } from '../sessions/session.ts'
import type { AuthConfig, InheritedSessions } from '../types/config.ts'
import { inheritSessions } from './migrated-sessions.ts'

/** What was said to Auth.js about its sessions, as far as it is not the default. */
export interface FromAuthjsOptions {
  /** The secret that Auth.js had, if it is another one now. It may be short: nothing new is sealed with it. Environment: NEXTAUTH_SECRET. */
  secret?: string | readonly string[] | undefined
  /** `cookies.sessionToken.name`. */
  cookieName?: string | readonly string[] | undefined
  /** `cookies.sessionToken.options.domain`, if `cookies.domain` is another one. */
  domain?: string | undefined
  /** The day of the move, such as `2026-11-15`; the log tells when the last session of Auth.js has ended. Default: when the process started. */
  since?: string | undefined
}

/**
 * Lets people stay signed in whom Auth.js or NextAuth.js signed in: its cookies are believed until a response can be written, which
 * replaces them by ours.
 *
 * @example
 * Auth({ providers: [GitHub], session: { fromAuthjs: fromAuthjs() } })
 */
export function fromAuthjs(options: FromAuthjsOptions = {}): InheritedSessions {
  const inheritance: Inheritance = {
    inherits: 'Auth.js',
    extend: (own, config, written) =>
      inheritSessions(own, config, {
        secrets: readSecrets(options, written),
        cookieNames: [options.cookieName ?? []].flat(),
        domain: options.domain ?? written.cookies?.domain,
        since: readDay(options.since) ?? config.now(),
      }),
  }
  return inheritance
}

/** All that a token of Auth.js may have been sealed with. Old secrets only open, so that they are taken as they are. */
function readSecrets({ secret }: FromAuthjsOptions, config: AuthConfig): string[] {
  const variables = environmentOf(config)
  const { AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3, NEXTAUTH_SECRET } = variables
  const written = config.secret ?? [AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3]
  const all = [secret, written, NEXTAUTH_SECRET].flat()
  return [...new Set(all.filter((one): one is string => typeof one === 'string' && one !== ''))]
}

function readDay(since: string | undefined): number | undefined {
  if (since === undefined) return undefined
  const moment = Date.parse(since)
  if (Number.isFinite(moment)) return moment
  throw configError(
    'session.fromAuthjs',
    `"${since}" is not a day`,
    'Write `since` like 2026-11-15.',
  )
}
