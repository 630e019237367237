import type { ExecutionContext } from '@nestjs/common'
import { toRequest } from '../../http/node-request.ts'
import type { ExpressRequest, ExpressResponse } from '../express.ts'
import {
  type FastifyReply,
  type FastifyRequest,
  fastifyExchange,
  sendReply,
} from '../shared/fastify-http-exchange.ts'
import type { Exchange } from '../shared/http-exchange.ts'
import { sendResponse } from '../shared/node-response.ts'

/** A request of Nest, which is Express's or Fastify's. */
export type NestRequest = ExpressRequest | FastifyRequest

/** A response of Nest, which is Express's or Fastify's. */
export type NestResponse = ExpressResponse | FastifyReply

export function nestExchange(req: NestRequest, res: NestResponse): Exchange {
  if ('raw' in req && 'sent' in res) return fastifyExchange(req, res)
  if ('raw' in req || 'sent' in res) throw new TypeError('Request and response belong together')
  return { source: req, request: () => toRequest(req), address: req.ip, headers: res }
}

export function contextExchange(context: ExecutionContext): Exchange {
  const http = context.switchToHttp()
  return nestExchange(http.getRequest(), http.getResponse())
}

export async function send(res: NestResponse, response: Response): Promise<void> {
  if ('sent' in res) await sendReply(res, response)
  else await sendResponse(response, res)
}
