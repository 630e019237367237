import { sha256 } from '../crypto/hash.ts'
import { isNumericDate } from '../services/numeric-date.ts'
import { ownClaims } from '../sessions/own-claims.ts'
import type { JWT } from '../types/models.ts'
import { openJwe } from './jwe.ts'
import type { AuthjsCookie } from './session-cookies.ts'

/** The claims of an Auth.js token with a user and an expiry. */
export type AuthjsToken = JWT & { sub: string; exp: number; jti: string }

/** Decrypts a token of Auth.js. The caller checks whether it has expired. */
export async function readToken(
  { name, value }: AuthjsCookie,
  secrets: readonly string[],
): Promise<AuthjsToken | undefined> {
  const claims = await openJwe(value, secrets, name)
  const token: JWT = { ...claims }
  const { exp, jti } = token
  const sub = subjectOf(token)
  if (sub === undefined || !isNumericDate(exp)) return undefined
  // Portico trusts these claims, and Auth.js never checked them.
  for (const claim of ownClaims) delete token[claim]
  // A hash of its text would not do: the same token can be written in several ways.
  const id = typeof jti === 'string' && jti ? jti : await sha256(JSON.stringify(claims))
  return { ...token, sub, exp, jti: id }
}

/**
 * The user's id. A `jwt` callback that returns a token of its own often has `id` instead of `sub`. An email address is no proof: without a
 * database, Auth.js trusted whatever a platform said about it.
 */
function subjectOf({ sub, id }: JWT): string | undefined {
  const found = [sub, id].find(isId)
  return found === undefined ? undefined : String(found)
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value)
}
