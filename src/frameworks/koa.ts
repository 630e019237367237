import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { type ReadBefore, toRequest } from './node.ts'
import { type GuardMaker, guardMaker } from './shared/guard-options.ts'
import { assertGuarded, type Exchange, exchangeVerbs } from './shared/http-exchange.ts'
import { addHeaders } from './shared/node-response.ts'

/** The part of Koa's context that is used here. */
export interface KoaContext {
  req: IncomingMessage
  res: ServerResponse
  /** Koa's own request, with the requested address and what body parsers have read. */
  request: ReadBefore
  /** The visitor's address; behind a proxy, by the setting `proxy`. */
  ip: string
  status: number
  body: unknown
}

/** The functions of a sign-in for Koa. */
export interface KoaAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in, before or after body parsers.
   *
   * @example
   * router.all('/api/auth/*path', handler)
   */
  handler(ctx: KoaContext): Promise<void>
  /**
   * The session, or null if nobody is signed in. A session that is due is renewed in the response.
   *
   * @example
   * const user = (await session(ctx))?.user
   */
  session(ctx: KoaContext): Promise<S | null>
  /**
   * Lets only signed-in visitors through. Others are sent to the sign-in page and back afterwards; programs get status 401.
   *
   * @example
   * router.get('/dashboard', requireSession, (ctx) => {
   *   ctx.body = `Dashboard of ${guardedSession(ctx).user.name}`
   * })
   * router.post('/pay', requireSession({ level: 2 }), pay)
   */
  requireSession: GuardMaker<(ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>>
  /**
   * The session of a request that `requireSession` let through. Throws on a route without that guard.
   *
   * @example
   * const { user } = guardedSession(ctx)
   */
  guardedSession(ctx: KoaContext): S
  /**
   * Starts a sign-in and answers the request. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * router.post('/login', (ctx) => signIn(ctx, 'tiktok'))
   */
  signIn(ctx: KoaContext, provider?: Id | (string & {}), options?: SignInOptions): Promise<void>
  /**
   * Signs out and answers the request.
   *
   * @example
   * router.post('/logout', (ctx) => signOut(ctx))
   */
  signOut(ctx: KoaContext, options?: SignOutOptions): Promise<void>
}

/**
 * The sign-in of a Koa application.
 *
 * @example
 * const { handler, session, requireSession, guardedSession, signIn, signOut } = toKoa(auth)
 */
export function toKoa<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): KoaAuth<S, Id> {
  const verbs = exchangeVerbs(auth)
  return {
    handler: async (ctx) => answer(ctx, await verbs.handle(exchange(ctx))),
    session: (ctx) => verbs.session(exchange(ctx)),
    requireSession: guardMaker((options) => async (ctx, next) => {
      const refusal = await verbs.guard(exchange(ctx), options)
      if (refusal) await answer(ctx, refusal)
      else await next()
    }),
    guardedSession: ({ req }) => assertGuarded(verbs.guarded(req)),
    signIn: async (ctx, provider, options) =>
      answer(ctx, await verbs.signIn(exchange(ctx), provider, options)),
    signOut: async (ctx, options) => answer(ctx, await verbs.signOut(exchange(ctx), options)),
  }
}

function exchange({ req, request, ip, res }: KoaContext): Exchange {
  return { source: req, request: () => toRequest(req, request), address: ip, headers: res }
}

/** Answers through Koa, so that earlier middleware still sees the answer, and its headers stay. */
async function answer(ctx: KoaContext, response: Response): Promise<void> {
  ctx.status = response.status
  ctx.body = Buffer.from(await response.arrayBuffer())
  // Koa gives every body a type.
  if (!response.headers.has('content-type')) ctx.res.removeHeader('content-type')
  addHeaders(ctx.res, response.headers)
}
