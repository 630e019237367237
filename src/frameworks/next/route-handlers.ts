import { urlPath } from '../../http/path.ts'
import type { AuthInstance } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'
import { authErrorResponse } from '../shared/auth-error-response.ts'
import type { GuardOptions } from '../shared/guard-options.ts'
import { goingOn } from './app-router.ts'
import { publicPath, visitedRequest, visitedUrl } from './requested-page.ts'

/** Serves the sign-in from `app/api/auth/[...auth]/route.ts`. */
export function routeHandler(auth: AuthInstance): (request: Request) => Promise<Response> {
  return async (request) => auth.handler(visitedRoute(auth, request), await goingOn())
}

/** Answers the preflight requests of scripts at other origins. Without it Next answers, and allows nothing. */
export function preflightHandler(auth: AuthInstance): (request: Request) => Promise<Response> {
  return async (request) => auth.handler(visitedRoute(auth, request))
}

/** A request for one of our routes as the visitor sent it. */
function visitedRoute({ basePath }: AuthInstance, request: Request): Request {
  const path = publicPath(basePath ?? '', urlPath(request.url))
  const { method, headers, body } = request
  return new Request(visitedUrl(request, path + new URL(request.url).search), {
    method,
    headers,
    ...(body && { body, duplex: 'half' }),
  })
}

/** A route handler whose second argument has the session, too. */
export type GuardedHandler<S extends Session, C = unknown, R extends Request = Request> = (
  request: R,
  context: C & { session: S },
) => Response | Promise<Response>

/** A route handler for signed-in visitors; others are sent to the sign-in page, programs get status 401. */
export function guarded<S extends Session, R extends Request, C>(
  auth: AuthInstance<S>,
  handler: GuardedHandler<S, C, R>,
  options?: GuardOptions,
): (request: R, context: C) => Promise<Response> {
  return async (request, context) => {
    let session: S
    try {
      const path = urlPath(request.url) + new URL(request.url).search
      session = await auth.requireSession(visitedRequest(request, path), options)
    } catch (error) {
      return authErrorResponse(error, request)
    }
    return handler(request, { ...context, session })
  }
}
