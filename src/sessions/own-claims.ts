import type { JWT } from '../types/models.ts'

/** Claims of a session that this library decides by. */
export const ownClaims = [
  'jti',
  'auth_time',
  'amr',
  'session_generation',
  'session_start',
  'stored',
  'brief',
] as const

/** Nothing but the claims of ours, in copies: a callback may change the token that it was given. */
export function pickOwnClaims(token: JWT): JWT {
  const picked: Record<string, unknown> = {}
  for (const name of ownClaims) {
    const value = token[name]
    if (value !== undefined) picked[name] = Array.isArray(value) ? [...value] : value
  }
  return picked as JWT
}

/**
 * The answer of a callback, with our claims as they were. It may hold a whole profile of a platform, or whatever a page sent to
 * `update()`; neither says when somebody signed in, or which sessions are over.
 */
export function withOwnClaims(answer: JWT, own: JWT): JWT {
  const rest = Object.entries(answer).filter(([name]) => !ownClaims.some((one) => one === name))
  return { ...Object.fromEntries(rest), ...own }
}
