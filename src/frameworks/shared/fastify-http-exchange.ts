import { type NodeRequest, toRequest } from '../../http/node-request.ts'
import type { Exchange } from './http-exchange.ts'
import { addHeaders, type OutgoingHeaders } from './node-response.ts'

/** The part of Fastify's request that is read here. */
export interface FastifyRequest {
  raw: NodeRequest
  /** The visitor's address; behind a proxy, by the option `trustProxy`. */
  ip: string
}

/** The part of Fastify's reply that is written here. */
export interface FastifyReply {
  readonly sent: boolean
  statusCode: number
  getHeader(name: string): number | string | string[] | undefined
  /** Adds a cookie; sets any other header. */
  header(name: string, value: string): unknown
  /** Sends a body. Routes may declare their answers, so no argument fits all. */
  send: (...body: never[]) => unknown
}

export function fastifyExchange({ raw, ip }: FastifyRequest, reply: FastifyReply): Exchange {
  return { source: raw, request: () => toRequest(raw), address: ip, headers: replyHeaders(reply) }
}

/** The headers of a reply, which keeps them itself until it is sent. */
function replyHeaders(reply: FastifyReply): OutgoingHeaders {
  return {
    get headersSent() {
      return reply.sent
    },
    getHeader: (name) => reply.getHeader(name),
    setHeader: (name, value) => reply.header(name, value),
    appendHeader: (name, value) => reply.header(name, value),
  }
}

/** Sends through Fastify: its hooks see the answer, and headers that others have set on the reply stay. */
export async function sendReply(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = new Uint8Array(await response.arrayBuffer())
  reply.statusCode = response.status
  addHeaders(replyHeaders(reply), response.headers)
  Reflect.apply(reply.send, reply, body.byteLength > 0 ? [body] : [])
  return reply
}
