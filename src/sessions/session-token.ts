import type { Claims } from '../crypto/seal.ts'
import type { JWT, Session } from '../types/models.ts'

/** The session that a token describes. */
export function toSession(token: JWT): Session {
  const { sub, name = null, email = null, picture = null, exp = 0 } = token
  return {
    user: { id: String(sub), name, email, image: picture },
    expires: new Date(exp * 1000).toISOString(),
    authTime: token.auth_time ?? 0,
    amr: token.amr ?? [],
  }
}

/** Claims of a session name its user, its last renewal and its end. */
export function isSession(
  claims: Claims | undefined,
): claims is JWT & { iat: number; exp: number; sub: string } {
  return (
    typeof claims?.sub === 'string' &&
    typeof claims.exp === 'number' &&
    typeof claims.iat === 'number'
  )
}
