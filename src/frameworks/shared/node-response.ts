import type { ServerResponse } from 'node:http'

/** What a read or a guard may write: cookies, and what keeps caches away from them. */
const written = ['set-cookie', 'cache-control', 'vary'] as const

/**
 * Lets work write into the headers of a Node response. It sees the cookies that are set already, so that it does not renew a
 * session which the same response ends; what other middleware has set stays.
 */
export async function withResponseHeaders<T>(
  outgoing: ServerResponse,
  work: (headers: Headers) => Promise<T>,
): Promise<T> {
  const headers = new Headers()
  for (const name of written) {
    for (const value of [outgoing.getHeader(name) ?? []].flat()) headers.append(name, String(value))
  }
  const before = headers.getSetCookie().length
  const result = await work(headers)
  const cookies = headers.getSetCookie().slice(before)
  if (cookies.length === 0 || outgoing.headersSent) return result
  for (const cookie of cookies) outgoing.appendHeader('set-cookie', cookie)
  for (const name of ['cache-control', 'vary']) outgoing.setHeader(name, headers.get(name) ?? '')
  return result
}
