import { AuthError } from '../errors.ts'
import { redirect } from '../http/respond.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { Refusal } from './h3/refusal.ts'
import { toH3, type WebEvent } from './h3.ts'
import { authErrorResponse, isDown } from './shared/auth-error-response.ts'
import { type GuardOptions, sharedSession } from './shared/guard-options.ts'

/** The part of SolidStart's event that is needed here: the event of h3, which it is made of. */
export interface SolidStartEvent {
  readonly request: WebEvent['req']
  readonly response: WebEvent['res']
  /** Data of the request. `serverFunctionMeta` is set while a server function is answered. */
  readonly locals: { readonly serverFunctionMeta?: object }
}

/** The functions that `toSolidStart` returns. All are about the current request. */
export interface SolidStartAuth<S extends Session, Id extends string> {
  /** Answers below the base path: export it from `src/routes/api/auth/[...auth].ts`. */
  GET(event: SolidStartEvent): Promise<Response>
  /** Answers forms there. */
  POST(event: SolidStartEvent): Promise<Response>
  /** Answers the preflight requests of scripts at other origins: see `trustedOrigins`. */
  OPTIONS(event: SolidStartEvent): Promise<Response>
  /** The session, or null if nobody is signed in. It is read once per request; the response to a GET renews a session that is due. */
  session(): Promise<S | null>
  /** The session. Without one, redirects to the sign-in page and back to `callbackUrl`; programs get status 401 and JSON. */
  requireSession(options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in: return its response. Without a provider it leads to the sign-in page.
   *
   * @example
   * export const POST = () => signIn('github')
   */
  signIn(provider?: Id | (string & {}), options?: SignInOptions): Promise<Response>
  /** Signs out: return its response. */
  signOut(options?: SignOutOptions): Promise<Response>
}

/**
 * SolidStart's API routes, guards and actions. Only the application's own copy of Solid knows the current request.
 *
 * @example
 * import { getRequestEvent } from 'solid-js/web'
 *
 * export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut } = toSolidStart(auth, getRequestEvent)
 */
export function toSolidStart<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
  getRequestEvent: () => SolidStartEvent | undefined,
): SolidStartAuth<S, Id> {
  const { handler, session, signIn, signOut } = toH3(auth)
  const current = () => {
    const event = getRequestEvent()
    if (event) return event
    throw new Error('There is no request: call this on the server, while it answers one')
  }
  // Keyed by request: after a form, SolidStart reads the next page in the same response, with the cookies that the form has set.
  const events = new WeakMap<Request, WebEvent>()
  const h3Event = ({ request, response } = current()) => {
    const event = events.get(request) ?? { req: request, res: response, context: {} }
    events.set(request, event)
    return event
  }
  const answer = (event: SolidStartEvent) => handler(h3Event(event))

  return {
    GET: answer,
    POST: answer,
    OPTIONS: answer,
    session: () => session(h3Event()),
    async requireSession(options) {
      const event = current()
      try {
        const found = await sharedSession(() => session(h3Event(event)), options)
        return found ?? (await auth.requireSession(event.request, options))
      } catch (error) {
        throw refusal(event, error)
      }
    },
    signIn: (provider, options) => signIn(h3Event(), provider, options),
    signOut: (options) => signOut(h3Event(), options),
  }
}

/** The error to throw: in a server function, a redirect, which the router follows; in an API route, one that h3 takes for its own. */
function refusal({ request, locals }: SolidStartEvent, error: unknown): unknown {
  if (!(error instanceof AuthError && (error.url || isDown(error)))) return error
  if (!locals.serverFunctionMeta) return new Refusal(error.code, authErrorResponse(error, request))
  return isDown(error) || !error.url ? authErrorResponse(error, request) : redirect(error.url)
}
