import { type Cookie, type CookieLife, type CookiePolicy, cookiesNamed } from './cookies.ts'

/** The cookies of one request: what the browser sent, and what the response will change. */
export interface CookieJar {
  /** The request's Cookie header. */
  readonly header: string
  /** The full name of a cookie of ours. */
  name(kind: string): string
  read(kind: string): string | undefined
  /** The cookies of a family such as `flow.`, by what follows it in their names. */
  readAll(family: string): Map<string, string>
  set(kind: string, value: string, life?: CookieLife): void
  clear(kind: string): void
  /** Removes a cookie that has not one of our names. */
  clearNamed(name: string): void
  /** Takes cookies that were made elsewhere, such as those of a new session. */
  add(cookies: readonly Cookie[]): void
  /** What the response must set: for each name the last word. */
  changes(): readonly Cookie[]
}

/** What a cookie may be called: https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1. We made no cookie with another name. */
const isCookieName = /^[\w!#$%&'*+.^`|~-]+$/

/** A jar for one request. */
export function createCookieJar(policy: CookiePolicy, header: string): CookieJar {
  const changed = new Map<string, Cookie>()
  const add = (cookies: readonly Cookie[]) => {
    for (const cookie of cookies) changed.set(cookie.name, cookie)
  }
  return {
    header,
    name: policy.name,
    read: (kind) => policy.read(header, kind),
    readAll(family) {
      const prefix = policy.name(family)
      const found = [...cookiesNamed(header, prefix)].filter(([name]) => isCookieName.test(name))
      return new Map(found.map(([name, value]) => [name.slice(prefix.length), value]))
    },
    set: (kind, value, life) => add(policy.set(header, kind, value, life)),
    clear: (kind) => add(policy.clear(header, policy.name(kind))),
    clearNamed: (name) => add(policy.clear(header, name)),
    add,
    changes: () => [...changed.values()],
  }
}

/** Whether a response sets or removes a cookie, or its chunks, already. */
export function setsCookie(headers: Headers, name: string): boolean {
  return headers
    .getSetCookie()
    .some((line) => line.startsWith(`${name}=`) || line.startsWith(`${name}.`))
}

/**
 * The one place where cookies leave. A response that sets one belongs to one person, so that no cache may keep it, whoever made
 * the response.
 */
export function writeCookies(headers: Headers, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return
  for (const cookie of cookies) headers.append('set-cookie', serialize(cookie))
  keepFromCaches(headers)
}

/** Marks a response as one person's own. */
export function keepFromCaches(headers: Headers): void {
  headers.set('cache-control', 'private, no-store')
  const vary = headers.get('vary')
  if (!vary) headers.set('vary', 'Cookie')
  else if (!/(^|,)\s*(cookie|\*)\s*(,|$)/i.test(vary)) headers.set('vary', `${vary}, Cookie`)
}

/**
 * RFC 6265 §4.1. What would end a value begins an attribute: values of ours are base64url and dots, and a method or a configuration that
 * brings another one is stopped.
 */
function serialize({ name, value, options }: Cookie): string {
  const { secure, domain = '', sameSite, maxAge } = options
  if (/[^!-:<-~]/.test(name + value + domain))
    throw new TypeError(`No cookie can hold that: ${name}`)
  return `${name}=${value}; Path=/; HttpOnly${secure ? '; Secure' : ''}${
    domain ? `; Domain=${domain}` : ''
  }; SameSite=${sameSite === 'none' ? 'None' : 'Lax'}${
    maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  }`
}
