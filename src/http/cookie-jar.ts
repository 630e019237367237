import { type Cookie, type CookieLife, type CookiePolicy, cookiesNamed } from './cookies.ts'

/** The cookies of one request: what the browser sent, and what the response will change. */
export interface CookieJar {
  /** The request's Cookie header. */
  readonly header: string
  /** The full name of one of Portico's cookies. */
  name(kind: string): string
  read(kind: string): string | undefined
  /** The cookies of a family such as `flow.`, by what follows it in their names. */
  readAll(family: string): Map<string, string>
  set(kind: string, value: string, life?: CookieLife): void
  clear(kind: string): void
  /** Removes a cookie by its full name, which need not be one of Portico's. */
  clearNamed(name: string): void
  /** Takes cookies that were made elsewhere, such as those of a new session. */
  add(cookies: readonly Cookie[]): void
  /** The cookies that the response must set: for each name the last change. */
  changes(): readonly Cookie[]
}

/** The names that a cookie may have: https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1. Portico makes no cookie with another name. */
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
      const found = new Map<string, string>()
      for (const [name, value] of cookiesNamed(header, prefix))
        if (isCookieName.test(name)) found.set(name.slice(prefix.length), value)
      return found
    },
    set: (kind, value, life) => add(policy.set(header, kind, value, life)),
    clear: (kind) => add(policy.clear(header, policy.name(kind))),
    clearNamed: (name) => add(policy.clear(header, name)),
    add,
    changes: () => [...changed.values()],
  }
}
