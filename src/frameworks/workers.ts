import { withSocketIp } from '../http/client-ip.ts'
import type {
  AuthInstance,
  SessionOptions,
  SignInOptions,
  SignOutOptions,
} from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import type { GuardOptions } from './shared/guard-options.ts'
import { keeping } from './shared/keeping.ts'
import { outcomeResponse } from './shared/outcome-response.ts'
import { withRenewal } from './shared/renewal.ts'

export type { GuardOptions } from './shared/guard-options.ts'

/** The part of Cloudflare's execution context that is needed here. */
export interface WorkersContext {
  waitUntil(work: Promise<unknown>): void
}

/** A handler of requests from signed-in visitors. */
export type GuardedFetch<Env, S extends Session, Context> = (
  request: Request,
  visit: { session: S; env: Env; ctx: Context },
) => Response | Promise<Response>

/** The environment of the request. */
export interface InWorker<Env extends object> {
  env: Env
}

/** The functions of a sign-in for Cloudflare's workers. */
export interface WorkersAuth<Env extends object, S extends Session, Id extends string> {
  /**
   * Serves the sign-in.
   *
   * @example
   * if (pathname.startsWith('/api/auth/')) return handler(request, env, ctx)
   */
  handler(request: Request, env: Env, ctx: WorkersContext): Promise<Response>
  /**
   * The session, or null if nobody is signed in. With the headers of the response, a session that is due is renewed there.
   *
   * @example
   * const user = (await session(request, { env, response: headers }))?.user
   */
  session(request: Request, options: InWorker<Env> & SessionOptions): Promise<S | null>
  /**
   * Lets only signed-in visitors through, and renews a session that is due. Others are sent to the sign-in page and back afterwards;
   * programs get status 401.
   *
   * @example
   * const dashboard = requireSession((_request, { session }) => new Response(session.user.name))
   */
  requireSession<Context extends WorkersContext = WorkersContext>(
    respond: GuardedFetch<Env, S, Context>,
    options?: GuardOptions,
  ): (request: Request, env: Env, ctx: Context) => Promise<Response>
  /** Starts a sign-in. Without a provider, the person is sent to the sign-in page. */
  signIn(
    request: Request,
    provider: Id | (string & {}) | undefined,
    options: InWorker<Env> & SignInOptions,
  ): Promise<Response>
  /** Signs out. */
  signOut(request: Request, options: InWorker<Env> & SignOutOptions): Promise<Response>
}

/**
 * The sign-in of a Cloudflare worker. It is made from the environment of the first request, once per isolate.
 *
 * @example
 * export const { handler, session, requireSession, signIn, signOut } = toWorkers((env: Env) =>
 *   Auth({ env, providers: [TikTok], storage: d1(env.DB) }),
 * )
 */
export function toWorkers<Env extends object, S extends Session, Id extends string>(
  create: (env: Env) => AuthInstance<S, Id>,
): WorkersAuth<Env, S, Id> {
  let made: AuthInstance<S, Id> | undefined
  const authOf = (env: Env) => {
    made ??= create(env)
    return made
  }
  return {
    handler: (request, env, ctx) => authOf(env).handler(visited(request), keeping(ctx)),
    session: (request, { env, ...options }) => authOf(env).session(request, options),
    requireSession: (respond, options) => async (request, env, ctx) => {
      const renewal = new Headers()
      let session: S
      try {
        session = await authOf(env).requireSession(request, { ...options, response: renewal })
      } catch (error) {
        return authErrorResponse(error, request)
      }
      return withRenewal(await respond(request, { session, env, ctx }), renewal)
    },
    signIn: (request, provider, { env, ...options }) =>
      outcomeResponse(authOf(env).signIn(visited(request), provider, options), request),
    signOut: (request, { env, ...options }) =>
      outcomeResponse(authOf(env).signOut(visited(request), options), request),
  }
}

/** Cloudflare itself writes the visitor's address into this header, whatever a visitor sends. */
function visited(request: Request): Request {
  return withSocketIp(request, request.headers.get('cf-connecting-ip') ?? undefined)
}
