import {
  type ReactRouterArgs,
  type ReactRouterContext,
  toReactRouter,
} from '../../../src/frameworks/react-router.ts'
import {
  calls,
  guardedText,
  guards,
  hello,
  inProcess,
  isOurs,
  type OpenDoor,
  webAddress,
} from './door.ts'

/** React Router's own `RouterContextProvider`, as far as it is asked. */
export function contextProvider(): ReactRouterArgs['context'] {
  const values = new Map<unknown, unknown>()
  const get = (context: ReactRouterContext<unknown>) =>
    values.has(context) ? values.get(context) : context.defaultValue
  return {
    // A place holds what was set there, which has its type.
    get: get as ReactRouterArgs['context']['get'],
    set: (context, value) => void values.set(context, value),
  }
}

/** As much of React Router as a route sees: middleware around a loader or an action, whose responses may be thrown. */
export const reactRouter: OpenDoor = inProcess((auth) => {
  const verbs = toReactRouter(auth, { address: () => webAddress })
  const route = async (path: string, args: ReactRouterArgs): Promise<Response> => {
    const call = calls[path]
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(args.request.method)
    if (isOurs(path)) return isRead ? verbs.loader(args) : verbs.action(args)
    if (call) return verbs.signIn(args, ...call)
    if (path === '/home') return new Response(hello(args.context.get(verbs.sessionContext)))
    if (path === '/leave') await verbs.session(args)
    if (path === '/leave' || path === '/logout') return verbs.signOut(args)
    const guard = guards[path]
    if (!guard) return new Response(null, { status: 404 })
    await verbs.requireSession(args, guard)
    return new Response(guardedText)
  }
  const asThrown = (thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  return async (request) => {
    const url = new URL(request.url)
    const args = { request, url, context: contextProvider() }
    const next = () => route(url.pathname, args).catch(asThrown)
    const [middleware] = verbs.middleware
    // Middleware may throw its answer, as a route may.
    const answered = Promise.resolve(middleware?.(args, next)).catch(asThrown)
    const response = await answered
    if (!(response instanceof Response)) throw new Error('middleware lost the response')
    return response
  }
})
