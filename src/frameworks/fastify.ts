import type { AuthInstance, SignInOptions } from '../auth.ts'
import { withSocketIp } from '../http/client-ip.ts'
import type { Session } from '../types/models.ts'
import { type NodeRequest, toRequest } from './node.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { guardedSessions } from './shared/guarded-sessions.ts'
import { addHeaders, type OutgoingHeaders, withResponseHeaders } from './shared/node-response.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

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
  /** A route may declare what it sends, so that no argument fits all of them. */
  send: (...body: never[]) => unknown
}

/** A scope of Fastify, as far as the mount needs it. */
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

/** The verbs of a sign-in, as Fastify speaks them. */
export interface FastifyAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in, whatever content type parsers the application has.
   *
   * @example
   * app.register(handler, { prefix: '/api/auth' })
   */
  handler(scope: FastifyScope): Promise<void>
  /**
   * Who sent this request? With the reply, a session that is due is renewed there.
   *
   * @example
   * const user = (await session(request, reply))?.user
   */
  session(request: FastifyRequest, reply?: FastifyReply): Promise<S | null>
  /**
   * Lets only those through who are signed in. Others are sent to the sign-in page and back afterwards; programs get status 401. As a
   * hook `onRequest` it refuses before a body is read.
   *
   * @example
   * app.get('/dashboard', { preHandler: requireSession }, (request) => guardedSession(request).user)
   */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /**
   * The session of a request that `requireSession` let through. A route without that guard is an error.
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
  signOut(
    request: FastifyRequest,
    reply: FastifyReply,
    options?: { callbackUrl?: string; provider?: string },
  ): Promise<unknown>
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
  const guarded = guardedSessions<S>()
  return {
    async handler(scope) {
      // In a scope of its own: the sign-in reads forms and signed messages as they were sent.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      for (const path of ['/', '/*']) {
        scope.all(path, async (request, reply) =>
          answer(reply, await auth.handler(toRequest(request.raw), { address: request.ip })),
        )
      }
    },
    session({ raw }, reply) {
      if (!reply || reply.sent) return auth.session(raw)
      return withResponseHeaders(outgoing(reply), (response) => auth.session(raw, { response }))
    },
    async requireSession(request, reply) {
      try {
        const session = await withResponseHeaders(outgoing(reply), (response) =>
          auth.requireSession(toRequest(request.raw), { response }),
        )
        guarded.set(request, session)
      } catch (error) {
        return answer(reply, authErrorResponse(error, request.raw))
      }
    },
    guardedSession: (request) => guarded.get(request),
    async signIn(request, reply, provider, options) {
      const action = auth.signIn(webRequest(request), provider, options)
      return answer(reply, await outcomeResponse(action, request.raw))
    },
    async signOut(request, reply, options) {
      const action = auth.signOut(webRequest(request), options)
      return answer(reply, await outcomeResponse(action, request.raw))
    },
  }
}

function webRequest({ raw, ip }: FastifyRequest): Request {
  return withSocketIp(toRequest(raw), ip)
}

/** A reply keeps its headers itself until it is sent. */
function outgoing(reply: FastifyReply): OutgoingHeaders {
  return {
    get headersSent() {
      return reply.sent
    },
    getHeader: (name) => reply.getHeader(name),
    setHeader: (name, value) => reply.header(name, value),
    appendHeader: (name, value) => reply.header(name, value),
  }
}

/** Sends through Fastify, so that its hooks see the answer, and what others have set on the reply stays. */
async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = new Uint8Array(await response.arrayBuffer())
  reply.statusCode = response.status
  addHeaders(outgoing(reply), response.headers)
  Reflect.apply(reply.send, reply, body.byteLength > 0 ? [body] : [])
  return reply
}
