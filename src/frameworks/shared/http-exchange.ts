import { withSocketIp } from '../../http/client-ip.ts'
import type { RequestSource } from '../../http/request-source.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'
import { authErrorResponse } from './auth-error-response.ts'
import type { GuardOptions } from './guard-options.ts'
import { type OutgoingHeaders, withResponseHeaders } from './node-response.ts'
import { outcomeResponse } from './outcome-response.ts'

/** A request, and the headers of its response. */
export interface Exchange {
  /** The request as a source of the session; on Node without the cost of a `Request`. */
  source: RequestSource
  /** The whole request. */
  request(): Request
  /** The visitor's address, by the framework's own settings for proxies. */
  address: string | undefined
  headers: OutgoingHeaders
}

/** The functions for frameworks that send responses in their own way. */
export interface ExchangeVerbs<S extends Session> {
  handle(exchange: Exchange): Promise<Response>
  session(exchange: Exchange): Promise<S | null>
  /** Undefined if the request may go on, otherwise the answer to it. */
  guard(exchange: Exchange, options?: GuardOptions): Promise<Response | undefined>
  /** The session of a request that the guard let through; undefined if it has not run. */
  guarded(source: RequestSource): S | undefined
  signIn(exchange: Exchange, provider?: string, options?: SignInOptions): Promise<Response>
  signOut(exchange: Exchange, options?: SignOutOptions): Promise<Response>
}

export function exchangeVerbs<S extends Session>(auth: AuthInstance<S>): ExchangeVerbs<S> {
  const guarded = new WeakMap<RequestSource, S>()
  return {
    handle: (exchange) =>
      answer(exchange, (request) => auth.handler(request, { address: exchange.address })),
    session({ source, headers }) {
      if (headers.headersSent) return auth.session(source)
      return withResponseHeaders(headers, (response) => auth.session(source, { response }))
    },
    async guard(exchange, options) {
      const { source, headers } = exchange
      try {
        const session = await withResponseHeaders(headers, (response) =>
          auth.requireSession(webRequest(exchange), { ...options, response }),
        )
        guarded.set(source, session)
      } catch (error) {
        return authErrorResponse(error, source)
      }
    },
    guarded: (source) => guarded.get(source),
    signIn: (exchange, provider, options) =>
      answer(exchange, (request) =>
        outcomeResponse(auth.signIn(request, provider, options), exchange.source),
      ),
    signOut: (exchange, options) =>
      answer(exchange, (request) =>
        outcomeResponse(auth.signOut(request, options), exchange.source),
      ),
  }
}

/** Answers a request. Refuses one that cannot become a `Request`, such as one with an invalid Host header. */
async function answer(
  exchange: Exchange,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    return await respond(webRequest(exchange))
  } catch (error) {
    return authErrorResponse(error, exchange.source)
  }
}

function webRequest({ request, address }: Exchange): Request {
  return withSocketIp(request(), address)
}

/** The session, if the guard has run: a route that forgot it must fail, not look public. */
export function assertGuarded<S extends Session>(session: S | undefined): S {
  if (session) return session
  throw new Error('This route has no guard: let requireSession run before its session is used')
}
