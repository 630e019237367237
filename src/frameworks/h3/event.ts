import type { IncomingMessage, ServerResponse } from 'node:http'
import { withSocketIp } from '../../http/client-ip.ts'
import { toRequest } from '../../http/node-request.ts'
import type { RequestSource } from '../../http/request-source.ts'
import { withResponseHeaders } from '../shared/node-response.ts'

/** An event of h3 version 1, as in Nitro 2 and Nuxt 4. */
export interface NodeEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse }
  readonly context: object
}

/** An event of h3 version 2, as in Nitro 3. */
export interface WebEvent {
  readonly req: Request & { readonly ip?: string | undefined }
  readonly res: { readonly headers: Headers }
  readonly context: object
}

/** The part of h3's event that is needed here, for handlers and middleware. */
export type H3Event = NodeEvent | WebEvent

function isWeb(event: H3Event): event is WebEvent {
  return 'req' in event && 'arrayBuffer' in event.req
}

/** The request of an event; in version 1 without the cost of a `Request`. */
export function eventSource(event: H3Event): RequestSource {
  return isWeb(event) ? event.req : event.node.req
}

/** The whole request, with the visitor's address. */
export function eventRequest(event: H3Event): Request {
  return isWeb(event) ? withSocketIp(event.req, event.req.ip) : toRequest(event.node.req)
}

export function eventMethod(event: H3Event): string {
  return (isWeb(event) ? event.req.method : event.node.req.method) ?? 'GET'
}

/** The object that Nitro and the servers of version 2 let keep work going after the response. */
export function eventKeeper(event: H3Event): object {
  return isWeb(event) ? event.req : event
}

/** The path that the visitor asked for. */
export function eventPath(event: H3Event): string {
  if (isWeb(event)) return new URL(event.req.url).pathname
  const { originalUrl, url = '/' }: IncomingMessage & { originalUrl?: string } = event.node.req
  return (originalUrl ?? url).split('?')[0] ?? '/'
}

/** Lets `work` write into the headers of the response. */
export function withEventHeaders<T>(
  event: H3Event,
  work: (headers: Headers) => Promise<T>,
): Promise<T> {
  return isWeb(event) ? work(event.res.headers) : withResponseHeaders(event.node.res, work)
}

/**
 * The response with its cookies moved to the event. Version 2 sends the event's cookies after those of a response, but the last cookie
 * wins, and that must be the response's.
 */
export function inOrder(event: H3Event, response: Response): Response {
  if (!isWeb(event) || response.status >= 400) return response
  const headers = new Headers(response.headers)
  for (const cookie of headers.getSetCookie()) event.res.headers.append('set-cookie', cookie)
  headers.delete('set-cookie')
  return new Response(response.body, { status: response.status, headers })
}

/** Sets the `Location` for a thrown error; h3's version 2 takes it from the error itself. */
export function setLocation(event: H3Event, url: string): void {
  if (!isWeb(event)) event.node.res.setHeader('location', url)
}
