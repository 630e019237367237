import { withSocketIp } from './client-ip.ts'
import { type NodeRequest, nodeBody, type ReadBefore } from './node-body.ts'
import { readHost } from './request-source.ts'

export type { NodeRequest, ReadBefore } from './node-body.ts'

/** The path and query that the visitor asked for. */
export function originalPath({ url = '/' }: NodeRequest, { originalUrl }: ReadBefore): string {
  return originalUrl ?? url
}

/** A node request as a web `Request`. Its body is not touched before somebody reads it: a parser may come after us. */
export function toRequest(incoming: NodeRequest, before: ReadBefore = incoming): Request {
  const encrypted: unknown = Reflect.get(incoming.socket, 'encrypted')
  const path = originalPath(incoming, before)
  const url = new URL(
    `${encrypted === true ? 'https' : 'http'}://${assertHost(incoming)}${path.startsWith('/') ? path : '/'}`,
  )
  const { method = 'GET' } = incoming
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

/** The name and port that a request was sent to. A path or a user in it would move the request to another address. */
function assertHost(incoming: NodeRequest): string {
  const host = readHost(incoming) ?? 'localhost'
  if (/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) return host
  throw new TypeError('The Host header is not a host')
}
