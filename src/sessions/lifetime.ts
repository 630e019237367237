import type { SessionRules } from '../config/session.ts'
import type { Context } from '../context.ts'

/** The longest that the server keeps a session which ends with the browser, after the last visit: browsers reopen what they had open. */
const briefSeconds = 86_400

/** The rules by which a session lives. A brief one is renewed at half its time at the latest. */
export function rulesOf(rules: SessionRules, isBrief: boolean | null | undefined): SessionRules {
  const maxAge = Math.min(rules.maxAge, briefSeconds)
  return isBrief ? { ...rules, maxAge, updateAge: Math.min(rules.updateAge, maxAge / 2) } : rules
}

/** Seconds that a session which began at `start` lives if it is prolonged now. Both moments are in seconds since 1970. */
export function secondsLeft(
  { maxAge, absoluteMaxAge }: SessionRules,
  now: number,
  start: number,
): number {
  return Math.min(maxAge, start + absoluteMaxAge - now)
}

/** True if a session that begins now ends with the browser: as the person said, as the one before in this browser did, or as configured. */
export function beginsBrief({ config, remember }: Context, before: boolean | undefined): boolean {
  return !(remember ?? (before ? false : config.session.remember === true))
}
