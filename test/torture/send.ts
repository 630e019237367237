import { type IncomingMessage, request as open } from 'node:http'

/** No answer came: whatever was asked for may have happened, or may not. */
export class NoAnswer extends Error {}

/** Longer than anything here may take: a request that is not answered by then never will be. */
const patienceMilliseconds = 120_000

/** Sends a request as it is to a port of this machine; redirects are not followed. */
export async function sendTo(port: number, request: Request): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
  const headers = {
    ...Object.fromEntries(request.headers),
    host,
    ...(body && { 'content-length': String(body.length) }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const path = pathname + search
  const outgoing = open({
    port,
    host: '127.0.0.1',
    path,
    method: request.method,
    headers,
    agent: false,
  })
  outgoing.setTimeout(patienceMilliseconds, () => outgoing.destroy(new Error('not answered')))
  outgoing.on('error', (error) => reject(new NoAnswer(error.message)))
  outgoing.on('response', (incoming) => read(incoming).then(resolve, reject))
  outgoing.end(body)
  return promise
}

async function read(incoming: IncomingMessage): Promise<Response> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
  } catch (thrown) {
    throw new NoAnswer(String(thrown))
  }
  const headers = new Headers()
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '')
  }
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null
  return new Response(body, { status: incoming.statusCode ?? 500, headers })
}
