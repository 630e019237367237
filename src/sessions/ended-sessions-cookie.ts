import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { readCookie } from '../http/cookies.ts'
import type { Awaitable } from '../types/models.ts'
import { after } from './maybe-async.ts'

/**
 * A session that lives in a cookie comes back when a renewal that was on its way during the sign-out arrives after it. So the browser
 * keeps the ids of the sessions that ended in it, for as long as a cookie of theirs could live.
 */
const suffix = '-ended'

/** Beside the session's cookie, on the same domain. */
export function endedCookieName(config: Config, secure: boolean): string {
  return `${config.cookies(secure).session.name}${suffix}`
}

/** True if a session ended in this browser. Nearly always one search in the Cookie header, and nothing else. */
export function isEnded(
  { config, services }: App,
  cookie: string,
  secure: boolean,
  id: string | undefined,
): Awaitable<boolean> {
  if (!cookie.includes(suffix)) return false
  const sealed = readCookie(cookie, endedCookieName(config, secure))
  if (!sealed || !id) return false
  return after(services.seal('ended').open(sealed), (ended) => Object.hasOwn(ended ?? {}, id))
}
