import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** Sends requests for a name to a port of this machine, as if the name led there; any certificate is good. */
export function through(port: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const { hostname, pathname, search } = new URL(request.url)
    const body = new Uint8Array(await request.arrayBuffer())
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const sent = requestHttps({
      host: '127.0.0.1',
      port,
      servername: hostname,
      path: pathname + search,
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        host: hostname,
        ...(body.length > 0 && { 'content-length': body.length }),
      },
      rejectUnauthorized: false,
      agent: false,
    })
    sent.once('error', reject)
    sent.once('response', async (answer) => {
      const headers = new Headers()
      for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
        headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
      const text = await buffer(answer)
      const status = answer.statusCode ?? 0
      resolve(
        new Response([204, 304].includes(status) ? null : new Uint8Array(text), {
          status,
          headers,
        }),
      )
    })
    sent.end(body)
    return promise
  }
}
