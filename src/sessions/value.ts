import type { Config } from '../config.ts'
import { readCookie } from '../http/cookies.ts'
import { publicOrigin } from '../http/origin.ts'

/** Under these names Auth.js kept the keys of database sessions; whoever has one stays signed in. */
export const inheritedNames: readonly string[] = [
  '__Secure-authjs.session-token',
  'authjs.session-token',
  '__Secure-next-auth.session-token',
  'next-auth.session-token',
]

/** The value of this request's session cookie. Its name depends on whether people reach us by https. */
export function sessionCookie(
  config: Config,
  request: Request,
  cookie: string,
): string | undefined {
  if (!cookie) return undefined
  const secure = (config.origin ?? publicOrigin(config, request)).startsWith('https:')
  const cookies = config.cookies(secure)
  const own = cookies.read(cookie, cookies.name('session'))
  if (own || config.session.strategy === 'cookie') return own
  return inherited(cookie, secure)
}

function inherited(cookie: string, secure: boolean): string | undefined {
  if (!cookie.includes('session-token=')) return undefined
  const name = inheritedNames.find(
    (candidate) => candidate.startsWith('__Secure-') === secure && readCookie(cookie, candidate),
  )
  return name && readCookie(cookie, name)
}
