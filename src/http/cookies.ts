/** The value of one cookie in a Cookie header; undefined when it is not there. Looks at nothing else. */
export function readCookie(header: string, name: string): string | undefined {
  const from = findValue(header, `${name}=`, 0)
  return from === -1 ? undefined : valueAt(header, from)
}

/** Where the value begins that stands behind `name=`, at or after a place; -1 when there is none. */
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

/** More chunks than any cookie of ours is ever cut into. */
const maxChunks = 16

/** Chunks joined again. Browsers send them in order, so each is first looked for behind the one before. */
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

/** A space alone begins nothing: another cookie's value may hold one, and would smuggle a `__Host-` name past the browser. */
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
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (name.startsWith(prefix) && !found.has(name)) found.set(name, pair.slice(equals + 1).trim())
  }
  return found
}

/** How a cookie is to be kept by the browser. */
export interface CookieOptions {
  /** Seconds; left out, the cookie goes when the browser closes. */
  maxAge?: number
  /** `none` only for what must come back with a cross-site POST. */
  sameSite?: 'lax' | 'none'
}

/** Writes cookies of one application, either for https or for plain http. */
export interface Cookies {
  /** The full name of a cookie of ours. */
  name(kind: string): string
  /** Sets a value, cut into chunks if it is long, and removes those of an earlier value that the request shows. */
  set(name: string, value: string, header: string, options?: CookieOptions): string[]
  /** Removes a cookie and its chunks, as far as the request shows that they exist. */
  clear(name: string, header: string): string[]
  /** Reads a value that may have been cut into chunks. */
  read(header: string, name: string): string | undefined
}

/** Browsers keep about 4,096 bytes per cookie, attributes included. */
const chunkSize = 3800

/** Decides once how this application's cookies are named and protected. */
export function createCookies(options: {
  secure: boolean
  prefix: string
  domain?: string
}): Cookies {
  const { secure, prefix, domain } = options
  // `__Host-` keeps a neighbouring subdomain from planting a cookie. It forbids a Domain, which only the session may have.
  const guards = { shared: secure ? '__Secure-' : '', own: secure ? '__Host-' : '' }
  const nameOf = (kind: string) =>
    `${domain && kind === 'session' ? guards.shared : guards.own}${prefix}.${kind}`
  const domainOf = (name: string) =>
    domain && name.startsWith(nameOf('session')) ? `; Domain=${domain}` : ''
  const common = `; Path=/; HttpOnly${secure ? '; Secure' : ''}`
  const write = (name: string, value: string, { maxAge, sameSite }: CookieOptions) =>
    `${name}=${value}${common}${domainOf(name)}; SameSite=${sameSite === 'none' && secure ? 'None' : 'Lax'}${
      maxAge === undefined ? '' : `; Max-Age=${Math.floor(maxAge)}`
    }`
  const present = (header: string, name: string) =>
    [...cookiesNamed(header, name).keys()].filter((found) => isPart(found.slice(name.length)))
  return {
    name: nameOf,
    set(name, value, header, cookie = {}) {
      const pieces = piecesOf(name, value)
      const stale = present(header, name).filter(
        (found) => !pieces.some(([piece]) => piece === found),
      )
      return [
        ...stale.map((found) => write(found, '', { maxAge: 0 })),
        ...pieces.map(([piece, content]) => write(piece, content, cookie)),
      ]
    },
    clear: (name, header) => present(header, name).map((found) => write(found, '', { maxAge: 0 })),
    read: (header, name) => readCookie(header, name) || readChunks(header, name),
  }
}

/** Whether what follows a cookie's name makes it the cookie itself or one of its chunks. */
function isPart(suffix: string): boolean {
  return suffix === '' || (/^\.\d{1,2}$/.test(suffix) && Number(suffix.slice(1)) < maxChunks)
}

function piecesOf(name: string, value: string): (readonly [name: string, value: string])[] {
  if (value.length <= chunkSize) return [[name, value]]
  const count = Math.ceil(value.length / chunkSize)
  return Array.from({ length: count }, (_, index) => [
    `${name}.${index}`,
    value.slice(index * chunkSize, (index + 1) * chunkSize),
  ])
}
