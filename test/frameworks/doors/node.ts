import { toNode } from '../../../src/frameworks/node.ts'
import { authErrorResponse } from '../../../src/frameworks/shared/auth-error-response.ts'
import { outcomeResponse } from '../../../src/frameworks/shared/outcome-response.ts'
import { calls, guardedText, hello, type OpenDoor, onNode, pathOf } from './door.ts'

/** Node's own server, whose pages call the instance. */
export const node: OpenDoor = onNode((auth) => {
  const guarded = (request: Request, options: { level?: 2 } = {}) => {
    const response = new Headers()
    return auth.requireSession(request, { ...options, response }).then(
      () => new Response(guardedText, { headers: response }),
      (error: unknown) => authErrorResponse(error, request),
    )
  }
  const pages: Record<string, (request: Request) => Promise<Response>> = {
    async '/home'(request) {
      const response = new Headers()
      const session = await auth.session(request, { response })
      return new Response(hello(session), { headers: response })
    },
    '/guarded': (request) => guarded(request),
    '/proven': (request) => guarded(request, { level: 2 }),
    '/logout': (request) => outcomeResponse(auth.signOut(request), request),
    async '/leave'(request) {
      await auth.session(request, { response: new Headers() })
      return outcomeResponse(auth.signOut(request), request)
    },
  }
  const routes = toNode(auth)
  return (req, res) => {
    const call = calls[pathOf(req)]
    const page = call
      ? (request: Request) => outcomeResponse(auth.signIn(request, ...call), request)
      : pages[pathOf(req)]
    return page ? toNode({ handler: page })(req, res) : routes(req, res)
  }
})
