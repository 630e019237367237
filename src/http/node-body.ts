import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { encode } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'

/** A request of `node:http` or `node:http2`, also as Express and the like hand it out. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & ReadBefore

/** The traces of code that read a request before. Koa keeps them in an object of its own. */
export interface ReadBefore {
  /** Express removes the mount point from `url` and keeps the whole here. */
  originalUrl?: string
  /** The body as a parser returned it. */
  body?: unknown
  /** The unparsed body, if a parser was told to keep it. */
  rawBody?: unknown
}

/**
 * The body of a Node request, read when it is first needed. If a parser has read it, it is rebuilt from what the parser left; if that is
 * impossible it is an error, because an empty form would mean something else than the one that was sent.
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
        // The connection cannot carry another request before the rest has arrived.
        incoming.resume()
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}

/** Reads a body and leaves the connection open: a reader that stops in the middle must still be able to answer. */
function unread(incoming: NodeRequest): AsyncIterator<Uint8Array> {
  return incoming.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  // A byte stream refuses empty chunks.
  if (bytes.byteLength > 0) yield bytes
}

/** The body that a parser has read, as it was sent, or at least with the same meaning. */
function parsedBody({ headers }: NodeRequest, { rawBody, body }: ReadBefore): Uint8Array {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const written = [rawBody, body].map(asBytes).find((bytes) => bytes) ?? rewritten(type, body)
  if (written) return written
  throw new AuthError('Configuration', 'The body was already read when it reached Portico', {
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

/** The text of a form; undefined if it has no fields, which is also what a parser leaves that parsed nothing. */
function writeForm(body: object): string | undefined {
  const fields = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((one: unknown): [string, string] => [name, assertText(name, one)]),
  )
  return fields.length > 0 ? new URLSearchParams(fields).toString() : undefined
}

/** The text of a field. Parsers make objects of names such as `email[x]`, which no form of Portico's has. */
function assertText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new AuthError('InvalidRequest', 'A field of the form is not a text', {
    field: name.slice(0, 60),
  })
}
