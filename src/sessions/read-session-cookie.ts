import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type Cookie, readUnrepeated } from '../http/cookies.ts'
import { publicOrigin } from '../http/origin.ts'
import type { RequestSource } from '../http/request-source.ts'

/** True if people reach us by https; the names of our cookies depend on it. */
export function isSecure(config: Config, source: RequestSource): boolean {
  return publicOrigin(config, source).startsWith('https:')
}

/** The value of the session cookie in a Cookie header. */
export function sessionCookie(config: Config, cookie: string, secure: boolean): string | undefined {
  return readUnrepeated(cookie, config.cookies(secure).session)
}

/** The session cookie of a response, for those who hold it back until a transaction has succeeded. */
export function sessionPolicy({ config, origin }: Pick<Context, 'config' | 'origin'>): {
  /** Without `maxAge` it ends with the browser. */
  set(header: string, value: string, maxAge: number | undefined): Cookie[]
  clear(header: string): Cookie[]
} {
  const policy = config.cookies(origin.startsWith('https:'))
  return {
    set: (header, value, maxAge) =>
      policy.set(header, 'session', value, maxAge === undefined ? {} : { maxAge }),
    clear: (header) => policy.clear(header, policy.name('session')),
  }
}
