import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import {
  type FastifyReply,
  type FastifyRequest,
  fastifyExchange,
  sendReply,
} from './shared/fastify-http-exchange.ts'

import { type GuardMaker, guardMaker } from './shared/guard-options.ts'
import { assertGuarded, exchangeVerbs } from './shared/http-exchange.ts'

export type { FastifyReply, FastifyRequest } from './shared/fastify-http-exchange.ts'

/** The part of a Fastify scope that the mount needs. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    type: string,
    parser: (request: unknown, body: unknown, done: (error: null) => void) => void,
  ): void
  all(
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown
}

/** The functions of a sign-in for Fastify. */
export interface FastifyAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in, whatever content type parsers the application has.
   *
   * @example
   * app.register(handler, { prefix: '/api/auth' })
   */
  handler(scope: FastifyScope): Promise<void>
  /**
   * The session, or null if nobody is signed in. With the reply, a session that is due is renewed there.
   *
   * @example
   * const user = (await session(request, reply))?.user
   */
  session(request: FastifyRequest, reply?: FastifyReply): Promise<S | null>
  /**
   * Lets only signed-in visitors through. Others are sent to the sign-in page and back afterwards; programs get status 401. As a hook
   * `onRequest` it refuses before a body is read.
   *
   * @example
   * app.get('/dashboard', { preHandler: requireSession }, (request) => guardedSession(request).user)
   * app.post('/pay', { preHandler: requireSession({ level: 2 }) }, pay)
   */
  requireSession: GuardMaker<(request: FastifyRequest, reply: FastifyReply) => Promise<unknown>>
  /**
   * The session of a request that `requireSession` let through. Throws on a route without that guard.
   *
   * @example
   * const { user } = guardedSession(request)
   */
  guardedSession(request: FastifyRequest): S
  /**
   * Starts a sign-in and answers the request. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * app.post('/login', (request, reply) => signIn(request, reply, 'tiktok'))
   */
  signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<unknown>
  /**
   * Signs out and answers the request.
   *
   * @example
   * app.post('/logout', (request, reply) => signOut(request, reply))
   */
  signOut(request: FastifyRequest, reply: FastifyReply, options?: SignOutOptions): Promise<unknown>
}

/**
 * The sign-in of a Fastify application.
 *
 * @example
 * const { handler, session, requireSession, signIn, signOut } = toFastify(auth)
 */
export function toFastify<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): FastifyAuth<S, Id> {
  const verbs = exchangeVerbs(auth)
  return {
    async handler(scope) {
      // In this scope only: the sign-in must read forms and signed messages as they were sent.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      for (const path of ['/', '/*']) {
        scope.all(path, async (request, reply) =>
          sendReply(reply, await verbs.handle(fastifyExchange(request, reply))),
        )
      }
    },
    session: (request, reply) =>
      reply ? verbs.session(fastifyExchange(request, reply)) : auth.session(request.raw),
    requireSession: guardMaker((options) => async (request, reply) => {
      const refusal = await verbs.guard(fastifyExchange(request, reply), options)
      return refusal && sendReply(reply, refusal)
    }),
    guardedSession: ({ raw }) => assertGuarded(verbs.guarded(raw)),
    signIn: async (request, reply, provider, options) =>
      sendReply(reply, await verbs.signIn(fastifyExchange(request, reply), provider, options)),
    signOut: async (request, reply, options) =>
      sendReply(reply, await verbs.signOut(fastifyExchange(request, reply), options)),
  }
}
