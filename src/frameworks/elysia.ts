import type { ElysiaCustomStatusResponse } from 'elysia'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { type ElysiaSet, outgoingHeaders } from './elysia/outgoing-headers.ts'
import type { GuardOptions } from './shared/guard-options.ts'
import { assertGuarded, type Exchange, exchangeVerbs } from './shared/http-exchange.ts'
import { addHeaders } from './shared/node-response.ts'

export type { ElysiaSet } from './elysia/outgoing-headers.ts'

/** The part of Elysia's context that is used here. */
export interface ElysiaContext {
  request: Request
  set: ElysiaSet
  /** Elysia's server; on Bun it knows the visitor's address. */
  server: { requestIP(request: Request): { address: string } | null } | null
  /** The function that sets a status. Routes may declare their answers, so no argument fits all. */
  status: (...answer: never[]) => unknown
}

/** The session of a guarded route, or Elysia's answer in its place. */
export type ElysiaGuarded<S extends Session> =
  | { session: S }
  | ElysiaCustomStatusResponse<401, { error: string }>
  | ElysiaCustomStatusResponse<403, { error: string }>
  | ElysiaCustomStatusResponse<503, { error: string }>

/** The functions of a sign-in for Elysia. */
export interface ElysiaAuth<S extends Session, Id extends string> {
  /**
   * Serves the sign-in. It reads bodies itself.
   *
   * @example
   * app.all('/api/auth/*', handler, { parse: 'none' })
   */
  handler(context: ElysiaContext): Promise<Response>
  /**
   * The session, or null if nobody is signed in. A session that is due is renewed in the response.
   *
   * @example
   * app.get('/', async (context) => `Hello ${(await session(context))?.user.name ?? 'stranger'}`)
   */
  session(context: ElysiaContext): Promise<S | null>
  /**
   * A macro that lets only signed-in visitors through, and gives routes their `session`. Others are sent to the sign-in page and back
   * afterwards; programs get status 401.
   *
   * @example
   * app.macro({ requireSession }).get('/me', ({ session }) => session.user, { requireSession: true })
   * app.post('/pay', pay, { requireSession: { level: 2 } })
   */
  requireSession(options: GuardOptions | boolean): {
    resolve(context: ElysiaContext): Promise<ElysiaGuarded<S>>
  }
  /**
   * Starts a sign-in. Without a provider, the person is sent to the sign-in page.
   *
   * @example
   * app.post('/login', (context) => signIn(context, 'tiktok'))
   */
  signIn(
    context: ElysiaContext,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<Response>
  /**
   * Signs out.
   *
   * @example
   * app.post('/logout', (context) => signOut(context))
   */
  signOut(context: ElysiaContext, options?: SignOutOptions): Promise<Response>
}

/**
 * The sign-in of an Elysia application, on Bun or Node.
 *
 * @example
 * const { handler, session, requireSession, signIn, signOut } = toElysia(auth)
 */
export function toElysia<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): ElysiaAuth<S, Id> {
  const verbs = exchangeVerbs(auth)
  return {
    async handler(context) {
      if (context.request.bodyUsed) throw new Error("Mount the handler with { parse: 'none' }")
      return answer(context, await verbs.handle(exchange(context)))
    },
    session: (context) => verbs.session(exchange(context)),
    requireSession: (options) => ({
      async resolve(context) {
        const asked = typeof options === 'object' ? options : {}
        const refusal = await verbs.guard(exchange(context), asked)
        if (refusal) return refuse(context, refusal)
        return { session: assertGuarded(verbs.guarded(context.request)) }
      },
    }),
    signIn: async (context, provider, options) =>
      answer(context, await verbs.signIn(exchange(context), provider, options)),
    signOut: async (context, options) =>
      answer(context, await verbs.signOut(exchange(context), options)),
  }
}

function exchange({ request, server, set }: ElysiaContext): Exchange {
  // The adapter for Node has the address on the request; its server throws when asked.
  const known: unknown = Reflect.get(request, 'ip')
  const address = typeof known === 'string' ? known : server?.requestIP(request)?.address
  return { source: request, request: () => request, address, headers: outgoingHeaders(set) }
}

function answer({ set }: ElysiaContext, response: Response): Response {
  addHeaders(outgoingHeaders(set), response.headers)
  set.status = response.status
  return new Response(response.body, { status: response.status })
}

async function refuse({ set, status }: ElysiaContext, response: Response) {
  addHeaders(outgoingHeaders(set), response.headers)
  const body: unknown = response.body ? await response.json() : ''
  return Reflect.apply(status, undefined, [response.status, body])
}
