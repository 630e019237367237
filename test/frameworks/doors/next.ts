import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNext } from '../../../src/frameworks/next.ts'
import { toNode } from '../../../src/frameworks/node.ts'
import { outcomeResponse } from '../../../src/frameworks/shared/outcome-response.ts'
import type { AuthInstance } from '../../../src/index.ts'
import { calls, guardedText, hello, isOurs, type OpenDoor, onNode, pathOf } from './door.ts'

/** What both routers do at a path that acts: `signIn` and `signOut` of Next itself need its server. */
function action(auth: AuthInstance, path: string) {
  const call = calls[path]
  if (!call && path !== '/logout' && path !== '/leave') return
  return async (request: Request) => {
    if (path === '/leave') await auth.session(request)
    return outcomeResponse(call ? auth.signIn(request, ...call) : auth.signOut(request), request)
  }
}

/** The Pages Router. */
export const nextPagesRouter: OpenDoor = onNode((auth) => {
  const { handler, session, requireSession } = toNext(auth)
  const pages: Record<string, (req: IncomingMessage, res: ServerResponse) => Promise<unknown>> = {
    '/home': async (req, res) => res.end(hello(await session(req))),
    '/guarded': async (req, res) => (await requireSession({ req, res })) && res.end(guardedText),
    '/proven': async (req, res) =>
      (await requireSession({ req, res }, { level: 2 })) && res.end(guardedText),
  }
  return async (req, res) => {
    const path = pathOf(req)
    const act = action(auth, path)
    if (act) return toNode({ handler: act })(req, res)
    if (isOurs(path)) return void handler(req, res)
    res.statusCode = pages[path] ? 200 : 404
    await (pages[path]?.(req, res) ?? res.end())
  }
})

/** Route handlers of the App Router. Next calls itself `localhost` in the address of a request. */
export const nextAppRouter: OpenDoor = onNode(
  (auth) => {
    // The others do the same, and ask Next's server to wait for what is left to do.
    const { OPTIONS, requireSession, session } = toNext(auth)
    const guarded = requireSession(() => new Response(guardedText))
    const proven = requireSession(() => new Response(guardedText), { level: 2 })
    return (req, res) =>
      toNode({
        async handler(request) {
          const act = action(auth, pathOf(req))
          // Next says nothing about the connection.
          if (act) return act(new Request(request.url, request))
          const inner = new Request(request.url.replace(/\/\/[^/]+/, '//localhost:3000'), request)
          const { pathname } = new URL(inner.url)
          if (isOurs(pathname)) return OPTIONS(inner)
          if (pathname === '/home') return new Response(hello(await session(inner)))
          if (pathname === '/proven') return proven(inner, {})
          return pathname === '/guarded' ? guarded(inner, {}) : new Response(null, { status: 404 })
        },
      })(req, res)
  },
  { knowsVisitors: false },
)
