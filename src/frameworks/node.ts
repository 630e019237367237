import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { withSocketIp } from '../http/client-ip.ts'
import { jsonHeaders } from '../http/respond.ts'

/** Anything that answers web requests, such as `Auth(…)`. */
export interface Handler {
  handler(request: Request): Promise<Response>
  /** What `GET /session` answers, where that takes no request and response objects. */
  sessionJson?(method: string, path: string, source: IncomingMessage): Promise<string | undefined>
}

/**
 * Serves a handler from `node:http` (and from Express and the like, which hand out the same objects). The address comes from the
 * Host header; set AUTH_URL, so that what a visitor sends there does not matter.
 */
export function toNode(auth: Handler): RequestListener {
  return (incoming, outgoing) => {
    void answer(auth, incoming, outgoing)
  }
}

async function answer(auth: Handler, incoming: Incoming, outgoing: ServerResponse): Promise<void> {
  try {
    const session = await sessionJson(auth, incoming)
    if (session !== undefined) outgoing.writeHead(200, jsonHeaders).end(session)
    else await send(await auth.handler(toRequest(incoming)), outgoing)
  } catch {
    // The handler answers its own errors; what is left is a request that cannot be expressed, or a closed socket.
    if (!outgoing.headersSent) outgoing.writeHead(400)
    outgoing.end()
  }
}

type Incoming = IncomingMessage & { originalUrl?: string }

/** Most requests ask for the session. The objects of the web would cost more than the answer to that. */
async function sessionJson(auth: Handler, incoming: Incoming): Promise<string | undefined> {
  try {
    return await auth.sessionJson?.(incoming.method ?? '', originalPath(incoming), incoming)
  } catch {
    // The handler meets the same failure, and knows how to say it.
    return undefined
  }
}

/** Express cuts the mount point off `url` and keeps the whole in `originalUrl`. */
function originalPath({ originalUrl, url = '/' }: Incoming): string {
  return originalUrl ?? url
}

/** A node request as a web `Request`. */
export function toRequest(incoming: Incoming): Request {
  const encrypted = 'encrypted' in incoming.socket && incoming.socket.encrypted === true
  const host = readHost(incoming)
  const path = originalPath(incoming)
  const url = new URL(
    `${encrypted ? 'https' : 'http'}://${host}${path.startsWith('/') ? path : '/'}`,
  )
  const { method = 'GET' } = incoming
  const headers = new Headers()
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? ''
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[index + 1] ?? '')
  }
  const bodiless = method === 'GET' || method === 'HEAD'
  const request = new Request(url, {
    method,
    headers,
    ...(!bodiless && { body: bodyStream(incoming), duplex: 'half' }),
  })
  return withSocketIp(request, incoming.socket.remoteAddress)
}

/** The name and port that a request was sent to. A path or a user in it would move the request to another address. */
function readHost({ headers }: IncomingMessage): string {
  const host = headers.host ?? headers[':authority'] ?? 'localhost'
  if (/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(String(host))) return String(host)
  throw new TypeError('The Host header is not a host')
}

function bodyStream(incoming: Readable): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  outgoing.end(response.body ? new Uint8Array(await response.arrayBuffer()) : undefined)
}
