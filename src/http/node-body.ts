import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { encode } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'

/** A request of `node:http` or `node:http2`, also as Express and the like hand it out. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & ReadBefore

/** The traces of what read a request before us. Koa keeps them in an object of its own. */
export interface ReadBefore {
  /** Express cuts the mount point off `url` and keeps the whole here. */
  originalUrl?: string
  /** The body as a parser has read it. */
  body?: unknown
  /** The body itself, where a parser was told to keep it. */
  rawBody?: unknown
}

/**
 * The body of a node request, read when it is first asked for. What a parser has read by then is made again of what it left behind; if
 * that cannot be done it is an error, because an empty form would mean something else than the one that was sent.
 */
export function nodeBody(incoming: NodeRequest, before: ReadBefore): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= incoming.readableDidRead ? once(parsedBody(incoming, before)) : unread(incoming)
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
      async cancel() {
        await chunks?.return?.()
        // Nobody could ask anything else on this connection while the rest is on its way.
        incoming.resume()
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}

/** Reads a body and leaves the connection open: whoever stops in the middle must still be able to answer. */
function unread(incoming: NodeRequest): AsyncIterator<Uint8Array> {
  return incoming.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  // A stream of bytes has no empty part.
  if (bytes.byteLength > 0) yield bytes
}

/** The body that a parser has read, as it was sent, or at least with the same meaning. */
function parsedBody({ headers }: NodeRequest, { rawBody, body }: ReadBefore): Uint8Array {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const written = [rawBody, body].map(asBytes).find((bytes) => bytes) ?? rewritten(type, body)
  if (written) return written
  throw new AuthError('Configuration', 'The body was read by somebody else before it came here', {
    field: 'body',
    hint: 'Mount the sign-in before body parsers, or let the parser keep the bytes in `rawBody`.',
  })
}

function asBytes(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return encode(body)
  return body instanceof Uint8Array ? body : undefined
}

function rewritten(type: string, body: unknown): Uint8Array | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const text = writers.get(type)?.(body)
  return text === undefined ? undefined : encode(text)
}

/** A map, because a visitor chooses the type that is looked up. */
const writers: ReadonlyMap<string, (body: object) => string | undefined> = new Map([
  ['application/json', (body) => JSON.stringify(body)],
  ['application/x-www-form-urlencoded', writeForm],
])

/** A form; undefined when there is none in it, which parsers also leave behind that have parsed nothing. */
function writeForm(body: object): string | undefined {
  const fields = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((one: unknown): [string, string] => [name, assertText(name, one)]),
  )
  return fields.length > 0 ? new URLSearchParams(fields).toString() : undefined
}

/** Parsers make objects of names such as `email[x]`. No form of ours has any. */
function assertText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new AuthError('InvalidRequest', 'A field of the form is not a text', {
    field: name.slice(0, 60),
  })
}
