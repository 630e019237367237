import type { Context } from '../context.ts'
import { type Cookie, readCookie } from '../http/cookies.ts'
import { endedCookieName } from './ended-sessions-cookie.ts'

/** The number of ended sessions that a browser keeps in mind. */
const maxEnded = 8

/** The id of an ended session, and until when a cookie of it could live, in seconds since 1970. */
type Ended = Record<string, number>

/** The cookie that keeps in mind that a session has ended in this browser. */
export async function endedCookies(
  { config, services, cookies, origin, now }: Context,
  id: string | undefined,
): Promise<Cookie[]> {
  if (!id) return []
  const secure = origin.startsWith('https:')
  const name = endedCookieName(config, secure)
  const sealed = readCookie(cookies.header, name)
  // We sealed it, so it needs no validation.
  const before = ((sealed && (await services.seal('ended').open(sealed))) || {}) as Ended
  const { maxAge } = config.session
  const newest = Object.entries({ ...before, [id]: now + maxAge })
    .filter(([, until]) => until > now)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxEnded)
  const value = await services.seal('ended').seal(Object.fromEntries(newest))
  const session = config.cookies(secure).set('', 'session', value, { maxAge })
  return session.map((cookie) => ({ ...cookie, name }))
}
