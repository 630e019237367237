import { AuthError } from '../errors.ts'
import { withSocketIp } from './client-ip.ts'
import { type NodeRequest, nodeBody, type ReadBefore } from './node-body.ts'
import { readHost } from './request-source.ts'

export type { NodeRequest, ReadBefore } from './node-body.ts'

/** The path and query that the visitor asked for. */
export function originalPath({ url = '/' }: NodeRequest, { originalUrl }: ReadBefore): string {
  return originalUrl ?? url
}

/**
 * A Node request as a web `Request`. Its body is not touched until it is read: a parser may come later. A request that cannot be converted
 * throws an `AuthError` of the code `InvalidRequest`, with status 400.
 */
export function toRequest(incoming: NodeRequest, before: ReadBefore = incoming): Request {
  const url = requestedUrl(incoming, originalPath(incoming, before))
  const { method = 'GET' } = incoming
  // https://fetch.spec.whatwg.org/#forbidden-method
  if (/^(connect|trace|track)$/i.test(method)) throw invalid('method', `${method} is not possible`)
  const headers = new Headers()
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? ''
    // HTTP/2 has pseudo-headers such as `:path`, which are no headers elsewhere.
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[index + 1] ?? '')
  }
  const bodiless = method === 'GET' || method === 'HEAD'
  const request = new Request(url, {
    method,
    headers,
    ...(!bodiless && { body: nodeBody(incoming, before), duplex: 'half' }),
  })
  return withSocketIp(request, incoming.socket.remoteAddress)
}

/** The address that a request was sent to. A path or a user in its Host header would move it to another one (RFC 9112 §3.2). */
function requestedUrl(incoming: NodeRequest, path: string): URL {
  const encrypted = Reflect.get(incoming.socket, 'encrypted') === true
  const host = readHost(incoming) ?? 'localhost'
  const address = `${encrypted ? 'https' : 'http'}://${host}${path.startsWith('/') ? path : '/'}`
  const url = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.parse(address)
  if (url) return url
  throw invalid('host', 'The Host header is not a host')
}

function invalid(field: string, message: string): AuthError {
  return new AuthError('InvalidRequest', message, { field })
}
