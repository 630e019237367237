import type { Config } from '../config.ts'
import { publicOrigin } from '../http/origin.ts'

/** The value of this request's session cookie. Its name depends on whether people reach us by https. */
export function sessionCookie(
  config: Config,
  request: Request,
  cookie: string,
): string | undefined {
  if (!cookie) return undefined
  const secure = (config.origin ?? publicOrigin(config, request)).startsWith('https:')
  const cookies = config.cookies(secure)
  return cookies.read(cookie, cookies.name('session'))
}
