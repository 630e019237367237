import { AuthError } from '../../errors.ts'
import { jsonHeaders } from '../../http/json-answer.ts'
import { type NodeRequest, originalPath, toRequest } from '../../http/node-request.ts'
import { readHeader } from '../../http/request-source.ts'
import { engineOf } from '../../instance/engine-of.ts'
import type { HandlerOptions } from '../../router/serve.ts'
import { answerSession } from '../../sessions/read-session.ts'
import { addHeaders, type NodeResponse, sendResponse } from './node-response.ts'

/** Anything that answers web requests, such as `Auth(…)`. */
export interface Handler {
  handler(request: Request, options?: HandlerOptions): Promise<Response>
}

/** Answers a request of `node:http` by a handler. */
export async function answerNode(
  auth: Handler,
  incoming: NodeRequest,
  outgoing: NodeResponse,
  options?: HandlerOptions,
): Promise<void> {
  try {
    const session = await sessionJson(auth, incoming)
    if (session !== undefined) sendJson(session, outgoing)
    else await sendResponse(await auth.handler(toRequest(incoming), options), outgoing)
  } catch (error) {
    // The handler answers its own errors; what is left is a request that cannot become a `Request`, or a closed socket.
    if (!outgoing.headersSent) outgoing.statusCode = 400
    if (error instanceof AuthError) sendJson(JSON.stringify({ error: error.code }), outgoing)
    else outgoing.end()
  }
}

/**
 * The answer of `GET /session`, the most frequent request, without the cost of `Request` and `Response`. Undefined if only the handler can
 * answer: another path, a session to renew, or no configured address.
 */
async function sessionJson(auth: Handler, incoming: NodeRequest): Promise<string | undefined> {
  const engine = engineOf(auth)
  if (!engine?.config.origin || incoming.method !== 'GET') return undefined
  // A page at another origin needs headers that only the handler writes.
  if (engine.config.actingOrigins.length > 0 && readHeader(incoming, 'origin')) return undefined
  try {
    if (originalPath(incoming, incoming) !== engine.sessionPath) return undefined
    const answer = await answerSession(engine, incoming, () => undefined)
    return answer === undefined ? undefined : JSON.stringify(answer)
  } catch {
    // The handler meets the same failure, and answers it.
    return undefined
  }
}

function sendJson(text: string, outgoing: NodeResponse): void {
  addHeaders(outgoing, Object.entries(jsonHeaders))
  outgoing.end(text)
}
