import { type Cookie, isRepeated, readWhole } from '../http/cookies.ts'

/** The names that Auth.js gives its session cookies. */
export const usualNames: readonly string[] = [
  '__Secure-authjs.session-token',
  'authjs.session-token',
  '__Secure-next-auth.session-token',
  'next-auth.session-token',
]

/** A session cookie of Auth.js. Its name is part of what a token is sealed with. */
export interface AuthjsCookie {
  name: string
  value: string
}

/**
 * The session cookie of Auth.js in a Cookie header. By https only names count that the browser protects, unless the application chose
 * another one; one that is there twice may be anybody's.
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

/** The cookies that remove those which Auth.js left, chunks included, as far as the request shows them. */
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
