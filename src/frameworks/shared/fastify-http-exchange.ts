import { type NodeRequest, toRequest } from '../../http/node-request.ts'
import type { Exchange } from './http-exchange.ts'
import { addHeaders, type OutgoingHeaders } from './node-response.ts'

/** Fastify's request, as far as it is read here. */
export interface FastifyRequest {
  raw: NodeRequest
  /** The visitor's address, behind a proxy as the option `trustProxy` has it. */
  ip: string
}

/** Fastify's reply, as far as it is written here. */
export interface FastifyReply {
  readonly sent: boolean
  statusCode: number
  getHeader(name: string): number | string | string[] | undefined
  /** Adds a cookie; sets any other header. */
  header(name: string, value: string): unknown
  /** Sends a body. A route may declare what it sends: no argument fits all of them. */
  send: (...body: never[]) => unknown
}

export function fastifyExchange({ raw, ip }: FastifyRequest, reply: FastifyReply): Exchange {
  return { source: raw, request: () => toRequest(raw), address: ip, headers: replyHeaders(reply) }
}

/** A reply keeps its headers itself until it is sent. */
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

/** Sends through Fastify: its hooks see the answer, and what others have set on the reply stays. */
export async function sendReply(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = new Uint8Array(await response.arrayBuffer())
  reply.statusCode = response.status
  addHeaders(replyHeaders(reply), response.headers)
  Reflect.apply(reply.send, reply, body.byteLength > 0 ? [body] : [])
  return reply
}
