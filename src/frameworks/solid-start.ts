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
  /** Data of the request; while a server function is answered, it says which. */
  readonly locals: { readonly serverFunctionMeta?: object }
}

/** The verbs of `toSolidStart`. All speak about the request at hand. */
export interface SolidStartAuth<S extends Session, Id extends string> {
  /** Answers below the base path: export it from `src/routes/api/auth/[...auth].ts`. */
  GET(event: SolidStartEvent): Promise<Response>
  /** The same for forms. */
  POST(event: SolidStartEvent): Promise<Response>
  /** The same for what browsers ask before a script of another origin posts: see `trustedOrigins`. */
  OPTIONS(event: SolidStartEvent): Promise<Response>
  /** The session, or null if nobody is signed in. It is read once per request; the response to a GET renews a session that is due. */
  session(): Promise<S | null>
  /** The session, or the way to the sign-in page and back to `callbackUrl`; programs get status 401 and JSON. */
  requireSession(options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in: return what it returns. Without a provider it leads to the sign-in page.
   *
   * @example
   * export const POST = () => signIn('github')
   */
  signIn(provider?: Id | (string & {}), options?: SignInOptions): Promise<Response>
  /** Signs out: return what it returns. */
  signOut(options?: SignOutOptions): Promise<Response>
}

/**
 * SolidStart's API routes, guards and actions. Solid finds the request at hand in the application's own copy.
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
    throw new Error('Nobody asks: call this on the server, while a request is answered')
  }
  // By the request: after a form, SolidStart reads the next page in the same response, with the cookies that the form has set.
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

/** A server function throws a redirect, which the router follows; an API route throws what h3 takes for its own error. */
function refusal({ request, locals }: SolidStartEvent, error: unknown): unknown {
  if (!(error instanceof AuthError && (error.url || isDown(error)))) return error
  if (!locals.serverFunctionMeta) return new Refusal(error.code, authErrorResponse(error, request))
  return isDown(error) || !error.url ? authErrorResponse(error, request) : redirect(error.url)
}
