import { AuthError } from '../errors.ts'
import { type NodeRequest, originalPath, toRequest } from '../http/node-request.ts'
import type { RequestSource } from '../http/request-source.ts'
import { jsonHeaders } from '../http/respond.ts'
import { addHeaders, type NodeResponse, sendResponse } from './shared/node-response.ts'

export { type NodeRequest, type ReadBefore, toRequest } from '../http/node-request.ts'
export type { NodeResponse } from './shared/node-response.ts'

/** Anything that answers web requests, such as `Auth(…)`. */
export interface Handler {
  handler(request: Request): Promise<Response>
  /** What `GET /session` answers, where that takes no request and response objects. */
  sessionJson?(method: string, path: string, source: RequestSource): Promise<string | undefined>
}

/**
 * Serves a handler from `node:http` and `node:http2` (and from Express and the like, which hand out the same objects), before body
 * parsers or after them. The address comes from the Host header; set AUTH_URL, so that what a visitor sends there does not matter.
 */
export function toNode(auth: Handler): (incoming: NodeRequest, outgoing: NodeResponse) => void {
  return (incoming, outgoing) => {
    void answer(auth, incoming, outgoing)
  }
}

async function answer(auth: Handler, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
  try {
    const session = await sessionJson(auth, incoming)
    if (session !== undefined) sendJson(session, outgoing)
    else await sendResponse(await auth.handler(toRequest(incoming)), outgoing)
  } catch (error) {
    // The handler answers its own errors; what is left is a request that cannot be expressed, or a closed socket.
    if (!outgoing.headersSent) outgoing.statusCode = 400
    if (error instanceof AuthError) sendJson(JSON.stringify({ error: error.code }), outgoing)
    else outgoing.end()
  }
}

/** Most requests ask for the session. The objects of the web would cost more than the answer to that. */
async function sessionJson(auth: Handler, incoming: NodeRequest): Promise<string | undefined> {
  try {
    return await auth.sessionJson?.(
      incoming.method ?? '',
      originalPath(incoming, incoming),
      incoming,
    )
  } catch {
    // The handler meets the same failure, and knows how to say it.
    return undefined
  }
}

function sendJson(text: string, outgoing: NodeResponse): void {
  addHeaders(outgoing, Object.entries(jsonHeaders))
  outgoing.end(text)
}
