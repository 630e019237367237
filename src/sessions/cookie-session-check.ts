import type { App } from '../app.ts'
import type { CurrentSession } from '../context.ts'
import type { Awaitable } from '../types/models.ts'
import type { StoredUser } from '../types/storage.ts'

type Asked = Pick<CurrentSession, 'userId' | 'sessionId' | 'token'>

/** Knows which sessions in cookies are over before they expire: their user is gone, or all sessions of the user were ended. */
export interface CookieSessionCheck {
  /** Asks the storage. */
  isOver(session: Asked): Promise<boolean>
  /**
   * True if the session has been ended elsewhere. Asks the storage if nobody has for `session.check` seconds: most reads wait for no
   * database.
   */
  isOverByNow(session: Asked): Awaitable<boolean>
}

/** So many sessions are remembered; the one asked about longest ago is forgotten first. */
const maxRemembered = 10_000

/** A storage that failed is left alone for so long: reads shall not all wait for its timeout. */
const pauseMs = 30_000

/** The check for one configuration. It comes with the storage, which it asks. */
export function cookieSessionCheck({ config, services }: App): CookieSessionCheck {
  const { storage, session } = config
  const { now, logger } = services
  const goodUntil = new Map<string, number>()
  let pausedUntil = 0

  async function isOver({ userId, token }: Asked): Promise<boolean> {
    if (token?.stored === false) return false
    const user = await storage?.getUser?.(userId)
    return user === null || (user !== undefined && !isOfGeneration(user, token?.session_generation))
  }

  async function ask(asked: Asked): Promise<boolean> {
    try {
      if (await isOver(asked)) return true
    } catch {
      pausedUntil = now() + pauseMs
      logger.warn('The storage could not be asked whether a session in a cookie was ended')
      return false
    }
    goodUntil.delete(asked.sessionId)
    goodUntil.set(asked.sessionId, now() + session.check * 1000)
    const [oldest] = goodUntil.size > maxRemembered ? goodUntil.keys() : []
    if (oldest !== undefined) goodUntil.delete(oldest)
    return false
  }

  return {
    isOver,
    isOverByNow(asked) {
      const moment = now()
      const { iat = 0 } = asked.token ?? {}
      if ((iat + session.check) * 1000 > moment || pausedUntil > moment) return false
      return (goodUntil.get(asked.sessionId) ?? 0) <= moment && ask(asked)
    },
  }
}

/** A session of the user's generation began after all sessions of the user were ended the last time. */
export function isOfGeneration(user: StoredUser, generation: unknown): boolean {
  return (user.sessionGeneration ?? undefined) === generation
}
