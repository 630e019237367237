import type { App } from '../app.ts'
import type { CurrentSession } from '../context.ts'
import type { Claims } from '../crypto/seal.ts'
import { loadOnce } from '../services/load-once.ts'
import type { JWT } from '../types/models.ts'
import { type CookieSessionCheck, isOfGeneration } from './cookie-session-check.ts'
import { isEnded } from './ended-sessions-cookie.ts'
import { rulesOf, secondsLeft } from './lifetime.ts'
import { after } from './maybe-async.ts'
import { sessionCookie } from './read-session-cookie.ts'
import type { Sessions } from './session.ts'
import { isSession, toSession } from './session-token.ts'

/** Most requests only read. */
const loadWriter = loadOnce(() => import('./write-cookie-session.ts'))

/** Sessions that live in a sealed cookie. Nothing is stored anywhere else; `check` is there where users are in a storage. */
export function cookieSessions(app: App, check?: CookieSessionCheck): Sessions {
  const seal = app.services.seal('session')
  return {
    issue: async (...inputs) => (await loadWriter()).issue(...inputs),
    renew: async (...inputs) => (await loadWriter()).renew(check, ...inputs),
    async exists({ userId, sessionId }, storage) {
      const user = await storage?.getUser?.(userId)
      return !user || isOfGeneration(user, sessionGeneration(sessionId))
    },
    read(cookie, secure) {
      const sealed = sessionCookie(app.config, cookie, secure)
      if (sealed === undefined) return null
      return after(seal.open(sealed), (token) => {
        const current = toCurrentSession(app, token)
        if (!current) return null
        const ended = isEnded(app, cookie, secure, current.token?.jti)
        const isOver = after(ended, (over) => over || (check?.isOverByNow(current) ?? false))
        return after(isOver, (over) => (over ? null : current))
      })
    },
    end: async (context) => (await loadWriter()).end(context),
  }
}

/**
 * The id of a session tells its generation too, for requests that come without the cookie and must be checked. Both parts are base64url.
 */
function sessionId({ jti = '', session_generation: generation }: JWT): string {
  return generation ? `${jti}.${generation}` : jti
}

function sessionGeneration(id: string): string | undefined {
  return id.split('.')[1]
}

function toCurrentSession(
  { config, services }: App,
  token: Claims | undefined,
): CurrentSession | null {
  const now = Math.floor(services.now() / 1000)
  if (!isSession(token) || token.exp <= now) return null
  if (secondsLeft(config.session, now, token.session_start ?? now) <= 0) return null
  const needsRenewal = token.iat + rulesOf(config.session, token.brief === true).updateAge <= now
  const session = toSession(token)
  return { userId: token.sub, sessionId: sessionId(token), session, token, needsRenewal }
}
