import { urlPath } from '../../http/path.ts'
import type { AuthInstance } from '../../instance/auth-instance.ts'
import { authErrorResponse } from '../shared/auth-error-response.ts'
import { isBelow, pathHeader, visitedRequest } from './requested-page.ts'

/** A proxy before every page. Server components cannot write cookies: sessions are renewed here. It guards nothing. */
export function createProxy(auth: AuthInstance): (request: Request) => Promise<Response> {
  return async (request) => {
    const { NextResponse } = await import('next/server')
    const path = urlPath(request.url)
    const headers = new Headers(request.headers)
    headers.set(pathHeader, path + new URL(request.url).search)
    const response = NextResponse.next({ request: { headers } })
    // A server action may sign out in the same response, and our own routes renew sessions themselves.
    if (request.method === 'GET' && !isBelow(auth.basePath ?? '', path)) {
      try {
        await auth.session(visitedRequest(headers), { response: response.headers })
      } catch (error) {
        // A server component that cannot read the session could only answer 500.
        return authErrorResponse(error, request)
      }
    }
    return response
  }
}
