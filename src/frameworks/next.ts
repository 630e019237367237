import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestSource } from '../http/request-source.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { appRouter } from './next/app-router.ts'
import { apiRoute, type PagesContext, requirePageSession } from './next/pages-router.ts'
import { createProxy } from './next/proxy.ts'
import { visitedRequest } from './next/requested-page.ts'
import {
  type GuardedHandler,
  guarded,
  preflightHandler,
  routeHandler,
} from './next/route-handlers.ts'

import type { GuardOptions } from './shared/guard-options.ts'

export type { PagesContext } from './next/pages-router.ts'
export type { GuardedHandler } from './next/route-handlers.ts'

/** Guards the page or action that calls it, or the route handler that it wraps. */
export interface RequireSession<S extends Session> {
  /**
   * In server components and server actions: the session. Without one, redirects to the sign-in page and back.
   *
   * @example
   * const { user } = await requireSession()
   */
  (options?: GuardOptions): Promise<S>
  /**
   * Around a route handler: visitors who are not signed in are sent to the sign-in page, programs get status 401.
   *
   * @example
   * export const GET = requireSession((request, { session }) => Response.json(session))
   */
  <C, R extends Request = Request>(
    handler: GuardedHandler<S, C, R>,
    options?: GuardOptions,
  ): (request: R, context: C) => Promise<Response>
  /**
   * In the pages router: the session, or null if the request was already answered, as above.
   *
   * @example
   * const session = await requireSession(context)
   * if (!session) return { props: {} }
   */
  (context: PagesContext, options?: GuardOptions): Promise<S | null>
}

/** The functions of a sign-in for Next. */
export interface NextAuth<S extends Session, Id extends string> {
  /** For `app/api/auth/[...auth]/route.ts`. */
  GET(request: Request): Promise<Response>
  POST(request: Request): Promise<Response>
  /** Answers the preflight requests of scripts at other origins: see `trustedOrigins`. */
  OPTIONS(request: Request): Promise<Response>
  /** For `pages/api/auth/[...auth].ts`, as its default export. */
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>
  /**
   * The session, or null if nobody is signed in. In server components, server actions and route handlers it takes no argument and is read
   * once per page. Elsewhere, pass the request.
   *
   * @example
   * const user = (await session())?.user
   */
  session(source?: RequestSource): Promise<S | null>
  requireSession: RequireSession<S>
  /**
   * In a server action: starts a sign-in and redirects. Without a provider, to the sign-in page.
   *
   * @example
   * await signIn('tiktok', { callbackUrl: '/dashboard' })
   */
  signIn(provider?: Id | (string & {}), options?: SignInOptions): Promise<never>
  /** In a server action: signs out and redirects. */
  signOut(options?: SignOutOptions): Promise<never>
  /** For `proxy.ts`: renews sessions that are due, and tells `requireSession` which page to come back to. It guards nothing. */
  proxy(request: Request): Promise<Response>
  /** The same for `middleware.ts`, as that file was called before Next 16. */
  middleware(request: Request): Promise<Response>
}

/**
 * The sign-in of a Next application.
 *
 * @example
 * export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut, proxy } = toNext(auth)
 */
export function toNext<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): NextAuth<S, Id> {
  const app = appRouter(auth)
  const route = routeHandler(auth)
  const proxy = createProxy(auth)
  const requireSession = (
    place: GuardedHandler<S> | PagesContext | GuardOptions = {},
    options?: GuardOptions,
  ) => {
    if (typeof place === 'function') return guarded(auth, place, options)
    return 'req' in place ? requirePageSession(auth, place, options) : app.requireSession(place)
  }
  return {
    ...app,
    GET: route,
    POST: route,
    OPTIONS: preflightHandler(auth),
    handler: apiRoute(auth),
    session: (source) => (source ? auth.session(visitedRequest(source)) : app.session()),
    // The arguments decide what it returns, which only an interface with overloads can express.
    requireSession: requireSession as RequireSession<S>,
    proxy,
    middleware: proxy,
  }
}
