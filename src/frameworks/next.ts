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

/** Guards what it is called in, or the route handler that it is given. */
export interface RequireSession<S extends Session> {
  /**
   * In server components and server actions: the session, or the sign-in page and back afterwards.
   *
   * @example
   * const { user } = await requireSession()
   */
  (options?: GuardOptions): Promise<S>
  /**
   * Around a route handler: people who are not signed in are sent to the sign-in page, programs get status 401.
   *
   * @example
   * export const GET = requireSession((request, { session }) => Response.json(session))
   */
  <C, R extends Request = Request>(
    handler: GuardedHandler<S, C, R>,
    options?: GuardOptions,
  ): (request: R, context: C) => Promise<Response>
  /**
   * In the pages router: the session, or null when the request was answered already, as above.
   *
   * @example
   * const session = await requireSession(context)
   * if (!session) return { props: {} }
   */
  (context: PagesContext, options?: GuardOptions): Promise<S | null>
}

/** The verbs of a sign-in, as Next speaks them. */
export interface NextAuth<S extends Session, Id extends string> {
  /** For `app/api/auth/[...auth]/route.ts`. */
  GET(request: Request): Promise<Response>
  POST(request: Request): Promise<Response>
  /** The same for what browsers ask before a script of another origin posts: see `trustedOrigins`. */
  OPTIONS(request: Request): Promise<Response>
  /** For `pages/api/auth/[...auth].ts`, as its default export. */
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>
  /**
   * The session, or null if nobody is signed in. In server components, server actions and route handlers without an argument, read once per
   * page; elsewhere with the request.
   *
   * @example
   * const user = (await session())?.user
   */
  session(source?: RequestSource): Promise<S | null>
  requireSession: RequireSession<S>
  /**
   * In a server action: starts a sign-in and leaves. Without a provider, for the sign-in page.
   *
   * @example
   * await signIn('tiktok', { callbackUrl: '/dashboard' })
   */
  signIn(provider?: Id | (string & {}), options?: SignInOptions): Promise<never>
  /** In a server action: signs out and leaves. */
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
    // What it is called with decides what it returns, which only an interface with several calls can say.
    requireSession: requireSession as RequireSession<S>,
    proxy,
    middleware: proxy,
  }
}
