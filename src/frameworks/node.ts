import type { NodeRequest } from '../http/node-request.ts'
import { answerNode, type Handler } from './shared/answer-node.ts'
import type { NodeResponse } from './shared/node-response.ts'

export { type NodeRequest, type ReadBefore, toRequest } from '../http/node-request.ts'
export type { Handler } from './shared/answer-node.ts'
export type { NodeResponse } from './shared/node-response.ts'

/**
 * Serves a handler from `node:http` and `node:http2` (and from Express and the like, which have the same objects), before body parsers or
 * after them. The address comes from the Host header unless AUTH_URL is set; set it, because visitors control that header.
 */
export function toNode(auth: Handler): (incoming: NodeRequest, outgoing: NodeResponse) => void {
  return (incoming, outgoing) => {
    void answerNode(auth, incoming, outgoing)
  }
}
