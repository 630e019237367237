import { AuthError } from '../errors.ts'
import { withSocketIp } from '../http/client-ip.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { fillSession } from './shared/fill-session.ts'
import { type GuardOptions, sharedSession } from './shared/guard-options.ts'
import { keeping } from './shared/keeping.ts'
import { outcomeResponse } from './shared/outcome-response.ts'
import { withRenewal } from './shared/renewal.ts'
import { requestSessions } from './shared/request-sessions.ts'

export { default, type PorticoIntegration } from './astro/integration.ts'

/** The part of Astro's context that is needed here. Pages (as `Astro`), endpoints and middleware get it. */
export interface AstroContext {
  readonly request: Request
  readonly locals: object
  readonly clientAddress: string
  readonly isPrerendered: boolean
}

/** The functions that `toAstro` returns. */
export interface AstroAuth<S extends Session, Id extends string> {
  /** Answers everything below the base path. */
  ALL(context: AstroContext): Promise<Response>
  /** Fills `locals.session`, renews a session that is due, and answers if `requireSession` refuses. Prerendered pages have no session. */
  onRequest(context: AstroContext, next: () => Promise<Response>): Promise<Response>
  /** The session, or null if nobody is signed in. It is read once per request. */
  session(context: AstroContext): Promise<S | null>
  /** The session. Without one, redirects to the sign-in page and back; programs get status 401 and JSON. */
  requireSession(context: AstroContext, options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in: return its response. Without a provider it leads to the sign-in page.
   *
   * @example
   * export const POST: APIRoute = (context) => signIn(context, 'github')
   */
  signIn(
    context: AstroContext,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<Response>
  /** Signs out: return its response. */
  signOut(context: AstroContext, options?: SignOutOptions): Promise<Response>
}

/**
 * Astro's route, middleware, guards and actions. The integration mounts the first two.
 *
 * @example
 * export const { ALL, onRequest, session, requireSession, signIn, signOut } = toAstro(auth)
 */
export function toAstro<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): AstroAuth<S, Id> {
  const sessions = requestSessions(auth)
  const addressed = (context: AstroContext) => {
    assertOnDemand(context)
    return withSocketIp(context.request, context.clientAddress)
  }
  // On Cloudflare, the adapter puts its context there.
  const going = (locals: object) => keeping(Reflect.get(locals, 'cfContext'))
  return {
    ALL: ({ request, clientAddress, locals }) =>
      auth.handler(request, { address: clientAddress, ...going(locals) }),
    async onRequest(context, next) {
      Object.assign(context.locals, { session: null })
      // A prerendered page has no visitor, and Astro warns if its headers are read.
      if (context.isPrerendered) return next()
      const { request, locals } = context
      const renewal = new Headers()
      await fillSession(locals, sessions.begin(request, renewal), (error) => error)
      const response = await next().catch((error: unknown) => authErrorResponse(error, request))
      return withRenewal(response, renewal)
    },
    session: ({ request }) => sessions.of(request),
    async requireSession(context, options) {
      assertOnDemand(context)
      const { request } = context
      const found = await sharedSession(() => sessions.of(request), options)
      return found ?? auth.requireSession(request, options)
    },
    signIn: async (context, provider, options) =>
      outcomeResponse(
        auth.signIn(addressed(context), provider, { ...going(context.locals), ...options }),
        context.request,
      ),
    signOut: async (context, options) =>
      outcomeResponse(auth.signOut(addressed(context), options), context.request),
  }
}

/** Refuses a prerendered page: it is built without a visitor, and all visitors would get its answer. */
function assertOnDemand({ isPrerendered }: AstroContext): void {
  if (!isPrerendered) return
  throw new AuthError(
    'Configuration',
    'A prerendered page has no session: it is built before any visitor asks for it',
    {
      hint: 'Add `export const prerender = false` to this page or endpoint.',
    },
  )
}
