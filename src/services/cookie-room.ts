import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Logger } from '../types/config.ts'
import type { Memo } from './memo.ts'

/** Node accepts 16 kB of request headers. With more, every page is refused until the person clears their cookies. */
const mostBytes = 14_000

/** By default, nginx passes on 4 kB of response headers, and accepts a Cookie header of 8 kB. */
const manyProxiesTake = 3_300

/** The length of the cookies' values; the rest hardly grows. */
export function cookieBytes(cookies: readonly Cookie[]): number {
  return cookies.reduce((bytes, { value }) => bytes + value.length, 0)
}

/**
 * The error for cookies of this length, if servers would refuse requests with them. Shorter ones that a proxy may refuse are logged, once a
 * day.
 */
export function tooLongForCookies(
  { memo, logger }: { memo: Memo; logger: Logger },
  what: string,
  bytes: number,
): AuthError | undefined {
  const objection = `${what} take ${bytes} bytes of cookies`
  if (bytes > mostBytes) return new AuthError('Unsupported', objection, { hint })
  if (bytes > manyProxiesTake)
    void memo('long cookies', 86_400, async () => logger.warn(`${objection}. ${hint}`))
  return undefined
}

const hint =
  'Proxies may refuse them (docs/tasks/proxy.md). Keep less in the `jwt` callback, ask for fewer scopes, or use a database.'
