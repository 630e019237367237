import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type Cookie, isRepeated, readCookie } from '../http/cookies.ts'
import { publicOrigin } from '../http/origin.ts'
import type { RequestSource } from '../http/request-source.ts'

/** Under these names Auth.js kept the keys of database sessions; with `session.fromAuthjs` whoever has one stays signed in. */
const inheritedNames: readonly string[] = [
  '__Secure-authjs.session-token',
  'authjs.session-token',
  '__Secure-next-auth.session-token',
  'next-auth.session-token',
]

/** Whether people reach us by https; the names of our cookies depend on it. */
export function isSecure(config: Config, source: RequestSource): boolean {
  return publicOrigin(config, source).startsWith('https:')
}

/** The value of the session cookie in a Cookie header. */
export function sessionCookie(config: Config, cookie: string, secure: boolean): string | undefined {
  const policy = config.cookies(secure)
  const own = policy.read(cookie, 'session')
  // A neighbour may have planted the other one, and the order says nothing about which.
  if (own && isRepeated(cookie, policy.name('session'))) return undefined
  const { strategy, fromAuthjs } = config.session
  return own || strategy === 'cookie' || !fromAuthjs ? own : inherited(cookie, secure)
}

/** The keys of Auth.js are UUIDs, which ours never are: nobody can plant one of ours under a name that no prefix protects. */
export function isAuthjsKey(key: string): boolean {
  return key.length === 36 && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)
}

function inherited(cookie: string, secure: boolean): string | undefined {
  if (!cookie.includes('session-token=')) return undefined
  const name = inheritedNames.find(
    (candidate) => candidate.startsWith('__Secure-') === secure && readCookie(cookie, candidate),
  )
  const key = name && !isRepeated(cookie, name) ? readCookie(cookie, name) : undefined
  return key && isAuthjsKey(key) ? key : undefined
}

/**
 * The session cookie of a response, for those who hold it back until a transaction has succeeded; with it go the cookies that Auth.js
 * left.
 */
export function sessionPolicy({ config, origin }: Pick<Context, 'config' | 'origin'>): {
  set(header: string, value: string, maxAge: number): Cookie[]
  clear(header: string): Cookie[]
} {
  const policy = config.cookies(origin.startsWith('https:'))
  const clear = (header: string, names: readonly string[]) =>
    names.flatMap((name) => policy.clear(header, name))
  return {
    set: (header, value, maxAge) => [
      ...clear(header, inheritedNames),
      ...policy.set(header, 'session', value, { maxAge }),
    ],
    clear: (header) => clear(header, [...inheritedNames, policy.name('session')]),
  }
}
