import type { Cookie } from './cookies.ts'

/** True if a response already sets or removes a cookie, or its chunks. */
export function setsCookie(headers: Headers, name: string): boolean {
  return headers
    .getSetCookie()
    .some((line) => line.startsWith(`${name}=`) || line.startsWith(`${name}.`))
}

/** Writes the cookies of a response; no other code does. Such a response belongs to one person, so no cache may keep it. */
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
 * RFC 6265 §4.1. A character that ends the value would begin an attribute. Portico's values are base64url and dots; other values, from a
 * method or the configuration, are refused.
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
