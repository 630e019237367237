import { configError } from '../config/problems.ts'
import type { Claims } from '../crypto/seal.ts'
import { isNumericDate } from '../services/numeric-date.ts'

/** The environment variable that says when the application moved, for every entry point. */
export const sinceVariable = 'AUTH_FROM_AUTHJS_SINCE'

/** The beginning of Auth.js's last session, and the longest that it may last. Without a moment, nobody has said. */
export interface Move {
  /** The end of the day of the move, in milliseconds since 1970. */
  readonly end: number | undefined
  /** Seconds that a session lasts. */
  readonly maxAge: number
}

const dayMilliseconds = 86_400_000

/**
 * The end of the day of the move. It is never made up: whoever has the secret that Auth.js had could sign anybody in for as long as it
 * moves along.
 */
export function endOfDay(since: string | undefined, now: number): number | undefined {
  if (!since) return undefined
  const start = /^\d{4}-\d\d-\d\d$/.test(since) ? Date.parse(since) : Number.NaN
  if (start <= now + 31 * dayMilliseconds) return start + dayMilliseconds
  throw configError(
    'session.fromAuthjs',
    `"${since}" is not a day${start > now ? ' of this month' : ''}`,
    'Write `since` like 2026-11-15: the day on which Auth.js was replaced, in UTC.',
  )
}

/** Says that every session which Auth.js can have begun is over. */
export function isOver({ end, maxAge }: Move, now: number): boolean {
  return end !== undefined && now >= end + maxAge * 1000
}

/** Says that Auth.js may have issued a token: before the move, and not so long ago that it must have ended. */
export function isFromBefore({ iat }: Claims, move: Move, now: number): boolean {
  if (move.end === undefined || isOver(move, now)) return false
  return isNumericDate(iat) && iat * 1000 < move.end
}

/** Tells the developer what to write so that tokens of Auth.js are accepted. */
export function howToSay(now: number): string {
  const today = new Date(now).toISOString().slice(0, 10)
  return `set ${sinceVariable}=${today}, the day on which Auth.js was replaced, or write \`session: { fromAuthjs: { since: '${today}' } }\``
}
