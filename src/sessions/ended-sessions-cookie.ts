import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type Cookie, readCookie } from '../http/cookies.ts'
import type { Awaitable } from '../types/models.ts'
import { after } from './maybe-async.ts'

/**
 * A session that lives in a cookie comes back when a renewal that was on its way during the sign-out arrives after it. So the browser
 * keeps the ids of the sessions that ended in it, for as long as a cookie of theirs could live.
 */
const maxEnded = 8

/** The id of an ended session, and until when a cookie of it could live, in seconds since 1970. */
type Ended = Record<string, number>

const suffix = '-ended'

/** Beside the session's cookie, on the same domain. */
function cookieName(config: Config, secure: boolean): string {
  return `${config.cookies(secure).session.name}${suffix}`
}

/** Whether a session ended in this browser. Nearly always one search in the Cookie header, and nothing else. */
export function isEnded(
  { config, services }: App,
  cookie: string,
  secure: boolean,
  id: string | undefined,
): Awaitable<boolean> {
  if (!cookie.includes(suffix)) return false
  const sealed = readCookie(cookie, cookieName(config, secure))
  if (!sealed || !id) return false
  return after(services.seal('ended').open(sealed), (ended) => Object.hasOwn(ended ?? {}, id))
}

/** The cookie that keeps in mind that a session has ended in this browser. */
export async function endedCookies(
  { config, services, cookies, origin, now }: Context,
  id: string | undefined,
): Promise<Cookie[]> {
  if (!id) return []
  const secure = origin.startsWith('https:')
  const name = cookieName(config, secure)
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
