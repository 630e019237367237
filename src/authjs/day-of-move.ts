import { configError } from '../config/problems.ts'
import type { Claims } from '../crypto/seal.ts'
import { isNumericDate } from '../services/numeric-date.ts'

/** The environment variable with the day of the move. Every entry point reads it. */
export const sinceVariable = 'AUTH_FROM_AUTHJS_SINCE'

/** The latest moment at which Auth.js can have begun a session, and the longest that a session lasts. */
export interface Move {
  /** The end of the day of the move, in milliseconds since 1970. Undefined: not configured. */
  readonly end: number | undefined
  /** In seconds. */
  readonly maxAge: number
}

const dayMilliseconds = 86_400_000

/**
 * The end of the day of the move. It has no default such as today, which would move along: whoever has Auth.js's secret could forge
 * sessions forever.
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

/** True once every session that Auth.js can have begun has expired. */
export function isOver({ end, maxAge }: Move, now: number): boolean {
  return end !== undefined && now >= end + maxAge * 1000
}

/** True if Auth.js may have issued a token: before the move, while some of its sessions may still last. */
export function isFromBefore({ iat }: Claims, move: Move, now: number): boolean {
  if (move.end === undefined || isOver(move, now)) return false
  return isNumericDate(iat) && iat * 1000 < move.end
}

/** Tells the developer what to write so that tokens of Auth.js are accepted. */
export function howToSay(now: number): string {
  const today = new Date(now).toISOString().slice(0, 10)
  return `set ${sinceVariable}=${today}, the day on which Auth.js was replaced, or write \`session: { fromAuthjs: { since: '${today}' } }\``
}
