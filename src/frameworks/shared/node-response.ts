import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'

/** A response of `node:http` or `node:http2`. */
export type NodeResponse = ServerResponse | Http2ServerResponse

/** The headers of a response that is not yet sent, in Node's form. Frameworks that keep their own adapt them. */
export interface OutgoingHeaders {
  readonly headersSent: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string): unknown
}

/** The headers that a read or a guard may write: cookies, and what keeps caches away from them. */
const written = ['set-cookie', 'cache-control', 'vary'] as const

/**
 * Lets `work` write into the headers of a Node response. It sees the cookies that are set already, so it does not renew a session which the
 * same response ends; headers of other middleware stay.
 */
export async function withResponseHeaders<T>(
  outgoing: OutgoingHeaders,
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

/** Adds headers to those of other middleware: extends its `Set-Cookie` and `Vary`, and replaces all others. */
export function addHeaders(
  outgoing: Pick<OutgoingHeaders, 'getHeader' | 'setHeader' | 'appendHeader'>,
  headers: Iterable<[string, string]>,
): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value)
    else outgoing.setHeader(name, name === 'vary' ? union(outgoing.getHeader(name), value) : value)
  }
}

/** Sends a web `Response` as Node's. */
export async function sendResponse(response: Response, outgoing: NodeResponse): Promise<void> {
  outgoing.statusCode = response.status
  addHeaders(outgoing, response.headers)
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}

/** The names of two lists, each once. */
function union(before: unknown, more: string): string {
  const names = `${before ?? ''},${more}`.split(',').map((name) => name.trim())
  const each = new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name]))
  return [...each.values()].join(', ')
}
