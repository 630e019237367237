import type { IncomingMessage, ServerResponse } from 'node:http'
import { withSocketIp } from '../http/client-ip.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { toNode, toRequest } from './node.ts'
import { answerNode } from './shared/answer-node.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { type GuardMaker, guardMaker } from './shared/guard-options.ts'
import { withResponseHeaders } from './shared/node-response.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

/** The part of Express's request that is read here, in versions 4 and 5. */
export interface ExpressRequest extends IncomingMessage {
  originalUrl: string
  /** The visitor's address; behind a proxy, by the setting `trust proxy`. */
  ip?: string | undefined
}

/** Express's response. Later handlers and the views read `locals`. */
export interface ExpressResponse<Locals = unknown> extends ServerResponse {
  locals: Locals
}

type Next = (error?: unknown) => void

/** The functions of a sign-in for Express. */
export interface ExpressAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in, before or after body parsers.
   *
   * @example
   * app.use('/api/auth', handler)
   */
  handler(req: ExpressRequest, res: ExpressResponse): void
  /**
   * The session, or null if nobody is signed in. With the response, a session that is due is renewed there.
   *
   * @example
   * const user = (await session(req, res))?.user
   */
  session(req: ExpressRequest, res?: ServerResponse): Promise<S | null>
  /**
   * Lets only signed-in visitors through, and puts their session into `res.locals.session`. Others are sent to the sign-in page and back
   * afterwards; programs get status 401.
   *
   * @example
   * app.get('/dashboard', requireSession, (_req, res) => res.send(res.locals.session.user.name))
   * app.post('/pay', requireSession({ level: 2 }), pay)
   */
  requireSession: GuardMaker<
    (req: ExpressRequest, res: ExpressResponse<{ session: S }>, next: Next) => Promise<void>
  >
  /**
   * Starts a sign-in and answers the request. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * app.post('/login', (req, res) => signIn(req, res, 'tiktok'))
   */
  signIn(
    req: ExpressRequest,
    res: ServerResponse,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): void
  /**
   * Signs out and answers the request.
   *
   * @example
   * app.post('/logout', (req, res) => signOut(req, res))
   */
  signOut(req: ExpressRequest, res: ServerResponse, options?: SignOutOptions): void
}

/**
 * The sign-in of an Express application.
 *
 * @example
 * const { handler, session, requireSession, signIn, signOut } = toExpress(auth)
 */
export function toExpress<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): ExpressAuth<S, Id> {
  return {
    handler(req, res) {
      void answerNode(auth, req, res, { address: req.ip })
    },
    session(req, res) {
      if (!res || res.headersSent) return auth.session(req)
      return withResponseHeaders(res, (response) => auth.session(req, { response }))
    },
    requireSession: guardMaker((options) => async (req, res, next) => {
      try {
        res.locals.session = await withResponseHeaders(res, (response) =>
          auth.requireSession(toRequest(req), { ...options, response }),
        )
      } catch (error) {
        return answer(req, res, async () => authErrorResponse(error, req))
      }
      next()
    }),
    signIn: (req, res, provider, options) =>
      answer(req, res, (request) => outcomeResponse(auth.signIn(request, provider, options), req)),
    signOut: (req, res, options) =>
      answer(req, res, (request) => outcomeResponse(auth.signOut(request, options), req)),
  }
}

function answer(
  req: ExpressRequest,
  res: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): void {
  const handler = (request: Request) => respond(withSocketIp(request, req.ip))
  toNode({ handler })(req, res)
}
