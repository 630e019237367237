import { sha256 } from '../crypto/hash.ts'
import { isNumericDate } from '../services/numeric-date.ts'
import { ownClaims } from '../sessions/own-claims.ts'
import type { JWT } from '../types/models.ts'
import { openJwe } from './jwe.ts'
import type { AuthjsCookie } from './session-cookies.ts'

/** The claims of an Auth.js token that names its user and its end. */
export type AuthjsToken = JWT & { sub: string; exp: number; jti: string }

/** Opens a token of Auth.js. Whether it is still to be believed is another question. */
export async function readToken(
  { name, value }: AuthjsCookie,
  secrets: readonly string[],
): Promise<AuthjsToken | undefined> {
  const claims = await openJwe(value, secrets, name)
  const token: JWT = { ...claims }
  const { exp, jti } = token
  const sub = subjectOf(token)
  if (sub === undefined || !isNumericDate(exp)) return undefined
  // They mean something here, and Auth.js never checked them.
  for (const claim of ownClaims) delete token[claim]
  // Its text would not do: the same token can be written in several ways.
  const id = typeof jti === 'string' && jti ? jti : await sha256(JSON.stringify(claims))
  return { ...token, sub, exp, jti: id }
}

/**
 * Whom a token is about. A `jwt` callback that makes a token of its own often leaves `sub` out and has `id`. An email address is no proof:
 * without a database, Auth.js believed whatever a platform said about it.
 */
function subjectOf({ sub, id }: JWT): string | undefined {
  const found = [sub, id].find(isId)
  return found === undefined ? undefined : String(found)
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value)
}
