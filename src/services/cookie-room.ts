import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Logger } from '../types/config.ts'
import type { Memo } from './memo.ts'

/** Node takes 16 kB of headers of a request: beyond it, every page is refused until the person clears their cookies. */
const mostBytes = 14_000

/** nginx passes on 4 kB of headers of a response, and takes 8 kB of a Cookie header, unless it is told otherwise. */
const manyProxiesTake = 3_300

/** The length of cookies, as far as it grows with what they hold. */
export function cookieBytes(cookies: readonly Cookie[]): number {
  return cookies.reduce((bytes, { value }) => bytes + value.length, 0)
}

/**
 * The objection to cookies of this length, if servers would refuse whoever brings them. The log tells of shorter ones, once a day, which a
 * proxy may refuse.
 */
export function tooLongForCookies(
  { memo, logger }: { memo: Memo; logger: Logger },
  what: string,
  bytes: number,
): AuthError | undefined {
  const objection = new AuthError('Unsupported', `${what} take ${bytes} bytes of cookies`, { hint })
  if (bytes > mostBytes) return objection
  if (bytes > manyProxiesTake)
    void memo('long cookies', 86_400, async () => logger.warn(`${objection.message}. ${hint}`))
  return undefined
}

const hint =
  'Proxies may refuse them (docs/tasks/proxy.md). Keep less in the `jwt` callback, ask for fewer scopes, or use a database.'
