import type { ResolvedProvider } from './config/part.ts'
import type { Context } from './context.ts'
import type { Engine } from './engine.ts'
import { AuthError } from './errors.ts'

/** Answers one method of one path. */
export type RouteHandler = (context: Context, engine: Engine) => Promise<Response>

interface RouteHandlers {
  readonly GET?: RouteHandler
  readonly POST?: RouteHandler
  readonly HEAD?: RouteHandler
}

/** A path below the base path: what it answers, and whether a provider's id follows it. */
export interface Route extends RouteHandlers {
  /** The same path, followed by a provider's id. */
  readonly provider?: RouteHandlers
}

/** The names of the routes that a storage brings along, because they need one: the account page, and asking a platform for further scopes. */
export const storageRouteNames = ['account', 'scopes'] as const

/** The routes that a storage brings along. */
export interface StorageRoutes {
  readonly routes: Readonly<Record<(typeof storageRouteNames)[number], () => Promise<Route>>>
}

/** The provider named in the path. */
export function requestedProvider({
  config,
  provider = '',
}: Pick<Context, 'config' | 'provider'>): ResolvedProvider {
  const found = config.providers.get(provider)
  if (found) return found
  const refusal = config.refusedProviders.get(provider)
  if (refusal) throw refusal
  throw new AuthError('NotFound', `There is no provider "${provider.slice(0, 60)}"`, {
    field: 'provider',
    hint: 'Check that it is in `providers`.',
  })
}

const methods = ['GET', 'POST', 'HEAD'] as const

/** The error that names the methods of a path. `head`: true if HEAD is answered like GET. */
export function notAllowed(method: string, { GET, POST }: RouteHandlers, head = false): AuthError {
  const field = [GET && 'GET', GET && head && 'HEAD', POST && 'POST'].filter(Boolean).join(', ')
  return new AuthError('MethodNotAllowed', `${method} is not possible here`, { field })
}

/** Answers HEAD as a handler answers GET, without the body. */
export function withoutBody(handler: RouteHandler): RouteHandler {
  return async (context, engine) => {
    const { status, headers } = await handler(context, engine)
    return new Response(null, { status, headers })
  }
}

/** The handler of a route for a method. For a wrong method, the error names the right ones. */
export function findHandler(
  route: Route | undefined,
  provider: string | undefined,
  method: string,
): RouteHandler | undefined {
  const handlers = provider === undefined ? route : route?.provider
  if (!handlers || !(handlers.GET || handlers.POST)) return undefined
  const name = methods.find((known) => known === method)
  const handler = name && handlers[name]
  if (handler) return handler
  // RFC 9110 §9.3.2. With a provider, a GET may be the step that signs somebody in: its route decides.
  const head = provider === undefined
  if (name === 'HEAD' && handlers.GET && head) return withoutBody(handlers.GET)
  throw notAllowed(method, handlers, head)
}
