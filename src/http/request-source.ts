import { AuthError } from '../errors.ts'
import type { PlainHeaders, RequestSource } from '../types/who.ts'

export type { RequestSource } from '../types/who.ts'

/** One header of a request, by its lower-case name. */
export function readHeader(source: RequestSource, name: string): string | undefined {
  const headers = headersOf(source)
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

/** The headers of a request. Refuses anything else, such as the text of a cookie, without repeating it. */
export function headersOf(source: RequestSource): Headers | PlainHeaders {
  // Callers without types may pass anything.
  const headers: Headers | PlainHeaders = Object(source).headers ?? source
  if (Object(headers) === headers) return headers
  throw new AuthError('InvalidRequest', 'Pass a request')
}

/** The host that a request was sent to; HTTP/2 has it in a pseudo-header. */
export function readHost(source: RequestSource): string | undefined {
  const host = readHeader(source, 'host')
  if (host !== undefined || isHeaders(headersOf(source))) return host
  return readHeader(source, ':authority')
}

function isHeaders(headers: Headers | PlainHeaders): headers is Headers {
  return typeof headers.get === 'function'
}

/** True if it is a `Request`, with headers and a body. */
export function isRequest(source: RequestSource): source is Request {
  return 'arrayBuffer' in source
}

/**
 * A `Request` for callbacks that take one. Made of headers alone, it is a GET of the application's start page; Node's requests keep their
 * path.
 */
export function toRequest(source: RequestSource, origin: string): Request {
  if (isRequest(source)) return source
  // Neither a whole address nor slashes, whichever way they lean, name a host: the sender of the request would choose it.
  const path = /^\/[/\\]*(.*)/s.exec(Object(source).url)?.[1] ?? ''
  return new Request(`${origin}/${path}`, { headers: copyHeaders(source) })
}

function copyHeaders(source: Exclude<RequestSource, Request>): Headers {
  const headers = headersOf(source)
  if (isHeaders(headers)) return new Headers(headers)
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has pseudo-headers such as `:path`, which are no headers elsewhere.
    if (value !== undefined && !name.startsWith(':')) copy.set(name, [value].flat().join(', '))
  }
  return copy
}
