import { withSocketIp } from '../http/client-ip.ts'
import type { AuthInstance, SignInOptions, SignOutOptions } from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import {
  asksForData,
  audience,
  inDocument,
  opened,
  type ReactRouterArgs,
  type ReactRouterContext,
} from './react-router/args.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { type GuardOptions, sharedSession } from './shared/guard-options.ts'
import { outcomeResponse } from './shared/outcome-response.ts'
import { withRenewal } from './shared/renewal.ts'

export type { ReactRouterArgs, ReactRouterContext } from './react-router/args.ts'

/** Options for things that React Router cannot tell by itself. */
export interface ReactRouterOptions {
  /** Returns the visitor's address that your own server put into the context. `react-router-serve` has none. */
  address?: (args: ReactRouterArgs) => string | undefined
}

/** The functions that `toReactRouter` returns. */
export interface ReactRouterAuth<S extends Session, Id extends string> {
  /** Answers GET below the base path, in a route of its own. */
  loader(args: ReactRouterArgs): Promise<Response>
  /** Answers POST there. */
  action(args: ReactRouterArgs): Promise<Response>
  /** For `root.tsx`: fills `sessionContext`, and renews a session that is due. */
  middleware: ((args: ReactRouterArgs, next: () => Promise<unknown>) => Promise<unknown>)[]
  /**
   * The session, or null if nobody is signed in. Needs the middleware.
   *
   * @example
   * const session = context.get(sessionContext)
   */
  sessionContext: ReactRouterContext<S | null>
  /** The session, or null if nobody is signed in. */
  session(args: ReactRouterArgs): Promise<S | null>
  /** The session. Without one, redirects to the sign-in page and back; programs get status 401 and JSON. */
  requireSession(args: ReactRouterArgs, options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in: return its response. Without a provider it leads to the sign-in page.
   *
   * @example
   * export const action = (args: Route.ActionArgs) => signIn(args, 'github')
   */
  signIn(
    args: ReactRouterArgs,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<Response>
  /** Signs out: return its response. */
  signOut(args: ReactRouterArgs, options?: SignOutOptions): Promise<Response>
}

/**
 * React Router's route, middleware, guards and actions, in framework mode.
 *
 * @example
 * export const { loader, action, middleware, sessionContext, requireSession, signIn, signOut } = toReactRouter(auth)
 */
export function toReactRouter<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
  { address = () => undefined }: ReactRouterOptions = {},
): ReactRouterAuth<S, Id> {
  const sessionContext: ReactRouterContext<S | null> = { defaultValue: null }
  const session = async ({ request, context }: ReactRouterArgs) =>
    context.get(sessionContext) ?? auth.session(request)
  const addressed = (args: ReactRouterArgs) => withSocketIp(args.request, address(args))
  const handler = async (args: ReactRouterArgs) =>
    auth.handler(args.request, { address: address(args) })

  const refuse = (args: ReactRouterArgs) => (error: unknown) => {
    throw inDocument(authErrorResponse(error, audience(args)))
  }

  return {
    // For a link that it follows itself, the router requests data. There is none: the browser has to open the page.
    loader: (args) => (asksForData(args) ? opened(args.url.href) : handler(args)),
    action: handler,
    middleware: [
      async (args, next) => {
        const { request, url, context } = args
        // Our own routes renew sessions themselves.
        if (url.pathname.startsWith(`${auth.basePath}/`)) return next()
        const renewal = new Headers()
        // Refuses the request at once: no value in the context could mean a failed read, and null means signed out.
        const found = await auth.session(request, { response: renewal }).catch(refuse(args))
        context.set(sessionContext, found)
        const response = await next()
        return response instanceof Response ? withRenewal(response, renewal) : response
      },
    ],
    sessionContext,
    session,
    async requireSession(args, options) {
      const { request, url } = args
      const found = await sharedSession(() => session(args), options).catch(refuse(args))
      const page = request.method === 'GET' ? { callbackUrl: url.pathname + url.search } : {}
      return found ?? auth.requireSession(request, { ...page, ...options }).catch(refuse(args))
    },
    signIn: async (args, provider, options) =>
      inDocument(
        await outcomeResponse(auth.signIn(addressed(args), provider, options), audience(args)),
      ),
    signOut: async (args, options) =>
      inDocument(await outcomeResponse(auth.signOut(addressed(args), options), audience(args))),
  }
}
