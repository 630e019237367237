// The entry point for sessions that Better Auth began: docs/from-better-auth.md shows the whole move.
import { inheritSessions } from '../better-auth/inherit-sessions.ts'
import { inheritedSession, part } from '../better-auth/kind.ts'
import { isGuessable } from '../config/guessable.ts'
import type { OptionKinds } from '../config/option-kinds.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'

/** The options of `FromBetterAuth()`. */
export interface FromBetterAuthOptions {
  /** The secret that Better Auth had. Nothing new is signed with it. Default: BETTER_AUTH_SECRET, else AUTH_SECRET. */
  secret?: string | readonly string[]
  /** The name of the session cookie, if `advanced.cookiePrefix` or `advanced.cookies` of Better Auth changed it. */
  cookieName?: string | readonly string[]
  /** The domain of `advanced.crossSubDomainCookies`. */
  domain?: string
}

const kinds: OptionKinds<keyof FromBetterAuthOptions> = {
  secret: 'string or object',
  cookieName: 'string or object',
  domain: 'string',
}

/**
 * Keeps people signed in who signed in with Better Auth. `npx porticojs import better-auth` imports the sessions; each becomes one of
 * Portico's, once, as soon as a response can be written. Remove the part when they have all ended.
 *
 * @example
 * Auth({ providers, database, parts: [FromBetterAuth()] })
 */
export function FromBetterAuth(options: FromBetterAuthOptions = {}): Part {
  assertPartOptions('better-auth', options, kinds)
  const { secret, cookieName = [], domain } = options
  const create = (secrets: readonly string[]): Part => ({
    name: part,
    kinds: [inheritedSession],
    complete({ env, hasStorage, production, warn }) {
      if (!hasStorage)
        throw configError(
          'parts.better-auth',
          'FromBetterAuth() needs a storage',
          'Pass `database`.',
        )
      const given = [secret ?? env.BETTER_AUTH_SECRET ?? env.AUTH_SECRET ?? []].flat()
      // Somebody who guesses the secret could sign a cookie for a token that they saw in a copy of the old database.
      const usable = given.filter((one) => one && !(production && isGuessable(one, production)))
      if (usable.length === 0)
        warn(
          'The sessions of Better Auth are not taken over: set BETTER_AUTH_SECRET to the secret that it had. One that could be guessed is not used in production',
        )
      return create(usable)
    },
    inheritSessions: (own, app) =>
      inheritSessions(own, app, { names: [cookieName].flat(), secrets, domain }),
    load: async () => ({}),
  })
  return create([])
}
