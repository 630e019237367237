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

/** Whether people reach us by https; the names of our cookies depend on it. */
export function isSecure(config: Config, request: Request): boolean {
  return publicOrigin(config, request).startsWith('https:')
}

/** The value of the session cookie in a Cookie header. */
export function sessionCookie(config: Config, cookie: string, secure: boolean): string | undefined {
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
