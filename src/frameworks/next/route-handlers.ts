import type { AuthInstance } from '../../auth.ts'
import { urlPath } from '../../http/path.ts'
import type { Session } from '../../types/models.ts'
import { authErrorResponse } from '../shared/auth-error-response.ts'
import { publicPath, visitedRequest, visitedUrl } from './requested-page.ts'

/** Serves the sign-in from `app/api/auth/[...auth]/route.ts`. */
export function routeHandler(auth: AuthInstance): (request: Request) => Promise<Response> {
  return async (request) => {
    const { after } = await import('next/server')
    const path = publicPath(auth.basePath ?? '', urlPath(request.url))
    const { method, headers, body } = request
    const visited = new Request(visitedUrl(request, path + new URL(request.url).search), {
      method,
      headers,
      ...(body && { body, duplex: 'half' }),
    })
    return auth.handler(visited, { waitUntil: (work) => after(work) })
  }
}

/** A route handler that is called with the session among what Next passes besides the request. */
export type GuardedHandler<S extends Session, C = unknown, R extends Request = Request> = (
  request: R,
  context: C & { session: S },
) => Response | Promise<Response>

/** A route handler for people who are signed in; others are sent to the sign-in page, programs get status 401. */
export function guarded<S extends Session, R extends Request, C>(
  auth: AuthInstance<S>,
  handler: GuardedHandler<S, C, R>,
): (request: R, context: C) => Promise<Response> {
  return async (request, context) => {
    let session: S
    try {
      session = await auth.requireSession(visitedRequest(request, urlPath(request.url)))
    } catch (error) {
      return authErrorResponse(error, request)
    }
    return handler(request, { ...context, session })
  }
}
