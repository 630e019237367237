import { type Cookie, isRepeated, readWhole } from '../http/cookies.ts'

/** The names that Auth.js gives its session cookies. */
export const usualNames: readonly string[] = [
  '__Secure-authjs.session-token',
  'authjs.session-token',
  '__Secure-next-auth.session-token',
  'next-auth.session-token',
]

/** A session cookie of Auth.js. The key of a token is derived from its name, too. */
export interface AuthjsCookie {
  name: string
  value: string
}

/**
 * The session cookie of Auth.js in a Cookie header. Over https, only `__Secure-` names and those that the application chose count. A cookie
 * that is there twice is ignored: one of the two may be planted.
 */
export function findSessionCookie(
  header: string,
  secure: boolean,
  chosen: readonly string[] = [],
): AuthjsCookie | undefined {
  const usual = usualNames.filter((name) => name.startsWith('__Secure-') === secure)
  for (const name of [...chosen, ...usual]) {
    const value = readWhole(header, name)
    if (value && !isRepeated(header, name)) return { name, value }
  }
  return undefined
}

/** The cookies that remove those of Auth.js which the request has, chunks included. */
export function clearSessionCookies(
  clear: (name: string) => readonly Cookie[],
  chosen: readonly string[],
  domain: string | undefined,
): Cookie[] {
  return [...chosen, ...usualNames].flatMap(clear).map((cookie) => ({
    ...cookie,
    options: { ...cookie.options, ...(domain && { domain }) },
  }))
}
