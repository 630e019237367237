import type { Context } from '../context.ts'
import type { Claims } from '../crypto/seal.ts'
import type { JWT, Session } from '../types/models.ts'
import { sessionCookie } from './read-session-cookie.ts'

export /** The id of the session in this request, whatever became of its user. */
async function presentId({
  config,
  services,
  cookies,
  origin,
}: Context): Promise<string | undefined> {
  const sealed = sessionCookie(config, cookies.header, origin.startsWith('https:'))
  const token = sealed === undefined ? undefined : await services.seal('session').open(sealed)
  return isSession(token) ? token.jti : undefined
}

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
