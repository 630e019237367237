import { AuthError } from '../errors.ts'
import { withSocketIp } from '../http/client-ip.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { authErrorResponse, isDown } from './shared/auth-error-response.ts'
import { type GuardOptions, sharedSession } from './shared/guard-options.ts'
import { keeping } from './shared/keeping.ts'
import { outcomeResponse } from './shared/outcome-response.ts'

/** The part of TanStack that is needed, from the application's own copy: it marks its redirects, and stores the current request. */
export interface TanStack {
  /** Of `@tanstack/react-router`, or of its namesake for Solid or Vue. */
  redirect(options: { href: string; statusCode: 303; reloadDocument: true }): Response & {
    options: object
  }
  /** Of `@tanstack/react-start/server`, as are the next three. */
  getRequest(): Request
  getRequestIP(): string | undefined
  appendResponseHeader(name: 'set-cookie', value: string): void
  setResponseHeader(name: 'cache-control' | 'vary', value: string): void
}

/** The functions that `toTanStackStart` returns. All are about the current request. */
export interface TanStackAuth<S extends Session, Id extends string> {
  /**
   * Answers everything below the base path.
   *
   * @example
   * export const Route = createFileRoute('/api/auth/$')({ server: { handlers } })
   */
  handlers: { GET(): Promise<Response>; POST(): Promise<Response>; OPTIONS(): Promise<Response> }
  /** The session, or null if nobody is signed in. It is read once per request; a page renews a session that is due. */
  session(): Promise<S | null>
  /** The session. Without one, redirects to the sign-in page and back to `callbackUrl`; programs get status 401 and JSON. */
  requireSession(options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in: return its response. Without a provider it leads to the sign-in page.
   *
   * @example
   * server: { handlers: { POST: () => signIn('github') } }
   */
  signIn(provider?: Id | (string & {}), options?: SignInOptions): Promise<Response>
  /** Signs out: return its response. */
  signOut(options?: SignOutOptions): Promise<Response>
}

/**
 * TanStack Start's server routes, guards and actions.
 *
 * @example
 * import { redirect } from '@tanstack/react-router'
 * import * as server from '@tanstack/react-start/server'
 *
 * export const { handlers, session, requireSession, signIn, signOut } = toTanStackStart(auth, { redirect, ...server })
 */
export function toTanStackStart<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
  start: TanStack,
): TanStackAuth<S, Id> {
  const known = new WeakMap<Request, Promise<S | null>>()
  const addressed = () => withSocketIp(start.getRequest(), start.getRequestIP())
  const handler = async () => auth.handler(addressed(), keeping(start.getRequest()))

  const read = async (request: Request) => {
    // A form may sign out in the same response.
    if (request.method !== 'GET') return auth.session(request)
    const response = new Headers()
    const session = await auth.session(request, { response })
    for (const cookie of response.getSetCookie()) start.appendResponseHeader('set-cookie', cookie)
    for (const name of ['cache-control', 'vary'] as const) {
      const value = response.get(name)
      if (value) start.setResponseHeader(name, value)
    }
    return session
  }
  const session = () => {
    const request = start.getRequest()
    const found = known.get(request) ?? read(request)
    known.set(request, found)
    return found
  }

  return {
    handlers: { GET: handler, POST: handler, OPTIONS: handler },
    session,
    async requireSession(options) {
      const request = start.getRequest()
      try {
        const found = await sharedSession(session, options)
        return found ?? (await auth.requireSession(request, options))
      } catch (error) {
        throw refusal(start, request, error)
      }
    },
    signIn: (provider, options) =>
      outcomeResponse(
        auth.signIn(addressed(), provider, { ...keeping(start.getRequest()), ...options }),
        start.getRequest(),
      ),
    signOut: (options) => outcomeResponse(auth.signOut(addressed(), options), start.getRequest()),
  }
}

/** The error that sends visitors to the sign-in page. Loaders let only redirects through, so the answer for programs is marked as one. */
function refusal({ redirect }: TanStack, request: Request, error: unknown): unknown {
  // The router in the browser shows an error of a server function itself.
  const isShown = isDown(error) && request.headers.has('x-tsr-serverfn')
  if (isShown || !(error instanceof AuthError && (error.url || isDown(error)))) return error
  const way = redirect({ href: error.url ?? '', statusCode: 303, reloadDocument: true })
  if (isPage(request) && !isDown(error)) return way
  return Object.assign(authErrorResponse(error, request), { options: way.options })
}

/** True if a person waits for the answer: the router in the browser, which calls server functions, follows a redirect for them. */
function isPage({ headers }: Request): boolean {
  return headers.has('x-tsr-serverfn') || (headers.get('accept')?.includes('text/html') ?? false)
}
