/** The value of one cookie in a Cookie header; undefined if it is not there. Parses no other cookie. */
export function readCookie(header: string, name: string): string | undefined {
  const from = findValue(header, `${name}=`, 0)
  return from === -1 ? undefined : valueAt(header, from)
}

/** True if a cookie of this name, or a chunk of it, is more than once in a Cookie header: then it is unknown which one is Portico's. */
export function isRepeated(header: string, name: string): boolean {
  const isTwice = (start: string) => {
    const first = findValue(header, start, 0)
    return first !== -1 && findValue(header, start, first) !== -1
  }
  if (isTwice(`${name}=`)) return true
  if (!header.includes(`${name}.0=`)) return false
  return Array.from({ length: maxChunks }, (_, chunk) => `${name}.${chunk}=`).some(isTwice)
}

/** The texts that find a cookie. Made once: concatenating them takes longer than searching. */
export interface CookieSearch {
  readonly name: string
  readonly whole: string
  readonly firstChunk: string
}

/** The texts to look for to find a cookie of this name. */
export function searchFor(name: string): CookieSearch {
  return { name, whole: `${name}=`, firstChunk: `${name}.0=` }
}

/**
 * The value of a cookie that is there once. Of two with the same name, another subdomain may have planted one, and their order does not say
 * which.
 */
export function readUnrepeated(header: string, search: CookieSearch): string | undefined {
  const { name, whole, firstChunk } = search
  const from = findValue(header, whole, 0)
  if (from === -1 || header.includes(firstChunk)) {
    return isRepeated(header, name) ? undefined : readWhole(header, name)
  }
  return findValue(header, whole, from) === -1 ? valueAt(header, from) || undefined : undefined
}

/** The index of the first value that follows `start`, searched from `after`; -1 if there is none. */
function findValue(header: string, start: string, after: number): number {
  for (let at = header.indexOf(start, after); at !== -1; at = header.indexOf(start, at + 1)) {
    if (beginsPair(header, at)) return at + start.length
  }
  return -1
}

function valueAt(header: string, from: number): string {
  const end = header.indexOf(';', from)
  return header.slice(from, end === -1 ? undefined : end).trim()
}

/** The most chunks to look for: none of Portico's cookies has more. */
const maxChunks = 16

/** The value of a cookie that may have been cut into chunks. */
export function readWhole(header: string, name: string): string | undefined {
  return readCookie(header, name) || readChunks(header, name)
}

/** Chunks joined again. Browsers send them in order, so each is first searched after the previous one. */
function readChunks(header: string, name: string): string | undefined {
  let value = ''
  let after = 0
  for (let index = 0; index < maxChunks; index++) {
    const start = `${name}.${index}=`
    const behind = findValue(header, start, after)
    const from = behind === -1 && after > 0 ? findValue(header, start, 0) : behind
    const chunk = from === -1 ? '' : valueAt(header, from)
    if (!chunk) return value || undefined
    value += chunk
    after = from + chunk.length
  }
  return value
}

/**
 * True if a cookie begins at this index. A space alone is not enough: another cookie's value may hold one, and would smuggle a `__Host-`
 * name past the browser.
 */
function beginsPair(header: string, from: number): boolean {
  let before = from - 1
  while (header[before] === ' ') before--
  return before < 0 || header[before] === ';'
}

/**
 * The cookies whose names begin with a prefix, by name. A name may be repeated in a request; it counts once, with the value that
 * `readCookie` finds.
 */
export function cookiesNamed(header: string, prefix: string): Map<string, string> {
  const found = new Map<string, string>()
  if (!header.includes(prefix)) return found
  // Browsers take a name with any other space in front for another one, which a neighbouring subdomain may set.
  for (const pair of header.split(/^ +|; */)) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0))
    if (name.startsWith(prefix) && !found.has(name)) found.set(name, pair.slice(equals + 1).trim())
  }
  return found
}

/** A cookie as the browser is to keep it, in the shape that frameworks' own cookie functions take. */
export interface Cookie {
  name: string
  value: string
  options: {
    path: '/'
    httpOnly: true
    secure: boolean
    /** `none` only for cookies that must come back with a cross-site POST. */
    sameSite: 'lax' | 'none'
    /** Seconds; without it, the cookie ends with the browser. 0 removes it. */
    maxAge?: number
    domain?: string
  }
}

/** The options that differ from cookie to cookie. */
export type CookieLife = Partial<Pick<Cookie['options'], 'maxAge' | 'sameSite'>>

/** The names and protection of one application's cookies, either for https or for plain http. */
export interface CookiePolicy {
  /** The full name of one of Portico's cookies. */
  name(kind: string): string
  /** Finds the session's cookie, which is looked for in every request. */
  readonly session: CookieSearch
  /** Reads a value that may have been cut into chunks. */
  read(header: string, kind: string): string | undefined
  /** The cookies that set a value, cut into chunks if it is long, and remove those of an earlier value that the request shows. */
  set(header: string, kind: string, value: string, life?: CookieLife): Cookie[]
  /** The cookies that remove one and its chunks, as far as the request shows that they exist. */
  clear(header: string, name: string): Cookie[]
}

/** Browsers keep about 4,096 bytes per cookie, attributes included. */
const maxChunkLength = 3800

/** Decides once how this application's cookies are named and protected. */
export function createCookiePolicy(options: {
  secure: boolean
  prefix: string
  domain?: string | undefined
}): CookiePolicy {
  const { secure, prefix, domain } = options
  // `__Host-` keeps a neighbouring subdomain from planting a cookie. It forbids a Domain, which only the session's cookie may have. That
  // name includes the domain: browsers keep the cookie of another one, and of two cookies with one name it is unknown which is valid.
  const own = (secure ? '__Host-' : '') + prefix
  const shared = domain && `${secure ? '__Secure-' : ''}${prefix}.${plainDomain(domain)}`
  const fullName = (kind: string) => `${(kind === 'session' && shared) || own}.${kind}`
  const create = (name: string, value: string, { maxAge, sameSite }: CookieLife): Cookie => ({
    name,
    value,
    options: {
      path: '/',
      httpOnly: true,
      secure,
      sameSite: sameSite === 'none' && secure ? 'none' : 'lax',
      ...(maxAge !== undefined && { maxAge: Math.floor(maxAge) }),
      ...(domain && name.startsWith(fullName('session')) && { domain }),
    },
  })
  const removal = (name: string) => create(name, '', { maxAge: 0 })
  const present = (header: string, name: string) =>
    [...cookiesNamed(header, name).keys()].filter((found) => isPart(found.slice(name.length)))
  return {
    name: fullName,
    session: searchFor(fullName('session')),
    read: (header, kind) => readWhole(header, fullName(kind)),
    set(header, kind, value, life = {}) {
      const name = fullName(kind)
      const count = Math.ceil(value.length / maxChunkLength) || 1
      const pieces = Array.from({ length: count }, (_, index) =>
        create(
          count > 1 ? `${name}.${index}` : name,
          value.slice(index * maxChunkLength, (index + 1) * maxChunkLength),
          life,
        ),
      )
      const stale = new Set(present(header, name))
      // A cross-site POST does not send the cookies that exist. A whole one, or a chunk after the last, would be read, so both are removed.
      if (count > 1) stale.add(name).add(`${name}.${count}`)
      for (const piece of pieces) stale.delete(piece.name)
      return [...Array.from(stale, removal), ...pieces]
    },
    clear: (header, name) => present(header, name).map(removal),
  }
}

/** A domain as browsers compare it. */
function plainDomain(written: string): string {
  return written.replace(/^\./, '').toLowerCase()
}

/** True if the end of a cookie's name makes it the cookie itself or one of its `maxChunks` chunks. */
function isPart(suffix: string): boolean {
  return /^(\.(\d|1[0-5]))?$/.test(suffix)
}
