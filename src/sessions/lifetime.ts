import type { SessionRules } from '../config/session.ts'

/** Seconds that a session which began at `start` lives if it is prolonged now. Both moments are in seconds since 1970. */
export function secondsLeft(
  { maxAge, absoluteMaxAge }: SessionRules,
  now: number,
  start: number,
): number {
  return Math.min(maxAge, start + absoluteMaxAge - now)
}
