import type { AuthInstance, SignInOptions } from '../../auth.ts'
import { withSocketIp } from '../../http/client-ip.ts'
import { type NodeRequest, type ReadBefore, toRequest } from '../../http/node-request.ts'
import type { Session } from '../../types/models.ts'
import { authErrorResponse } from './auth-error-response.ts'
import { type OutgoingHeaders, withResponseHeaders } from './node-response.ts'
import { outcomeResponse } from './outcome-response.ts'

/** A request to a framework on Node, and the response that is still being made. */
export interface Exchange {
  incoming: NodeRequest
  /** What parsers and mounts have left behind, where that is not on the request itself. */
  before?: ReadBefore
  /** The visitor's address, as the framework's own settings for proxies have it. */
  address: string | undefined
  headers: OutgoingHeaders
}

/** What the frameworks on Node that send responses in a way of their own have in common. */
export interface ExchangeVerbs<S extends Session> {
  handle(exchange: Exchange): Promise<Response>
  session(exchange: Exchange): Promise<S | null>
  /** Lets somebody through, or says what to answer. */
  guard(exchange: Exchange): Promise<Response | undefined>
  /** The session of somebody whom the guard let through; undefined where it has not run. */
  guarded(incoming: NodeRequest): S | undefined
  signIn(exchange: Exchange, provider?: string, options?: SignInOptions): Promise<Response>
  signOut(
    exchange: Exchange,
    options?: { callbackUrl?: string; provider?: string },
  ): Promise<Response>
}

export function exchangeVerbs<S extends Session>(auth: AuthInstance<S>): ExchangeVerbs<S> {
  const guarded = new WeakMap<NodeRequest, S>()
  return {
    handle: (exchange) => auth.handler(webRequest(exchange), { address: exchange.address }),
    session({ incoming, headers }) {
      if (headers.headersSent) return auth.session(incoming)
      return withResponseHeaders(headers, (response) => auth.session(incoming, { response }))
    },
    async guard(exchange) {
      const { incoming, headers } = exchange
      try {
        const session = await withResponseHeaders(headers, (response) =>
          auth.requireSession(webRequest(exchange), { response }),
        )
        guarded.set(incoming, session)
      } catch (error) {
        return authErrorResponse(error, incoming)
      }
    },
    guarded: (incoming) => guarded.get(incoming),
    signIn: (exchange, provider, options) =>
      outcomeResponse(auth.signIn(webRequest(exchange), provider, options), exchange.incoming),
    signOut: (exchange, options) =>
      outcomeResponse(auth.signOut(webRequest(exchange), options), exchange.incoming),
  }
}

function webRequest({ incoming, before, address }: Exchange): Request {
  return withSocketIp(toRequest(incoming, before), address)
}

/** A page that forgot its guard must not look like one that has none. */
export function assertGuarded<S extends Session>(session: S | undefined): S {
  if (session) return session
  throw new Error('This route has no guard: let requireSession run before its session is used')
}
