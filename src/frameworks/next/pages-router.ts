import type { IncomingMessage, ServerResponse } from 'node:http'
import { urlPath } from '../../http/path.ts'
import type { AuthInstance } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'
import { toNode } from '../node.ts'
import { authErrorResponse } from '../shared/auth-error-response.ts'
import type { GuardOptions } from '../shared/guard-options.ts'
import { publicPath, visitedRequest } from './requested-page.ts'

/** The part of the context of `getServerSideProps` that is needed; an API route has `req` and `res` as its arguments. */
export interface PagesContext {
  req: IncomingMessage
  res: ServerResponse
  /** The address of the page, even if only its data is requested. */
  resolvedUrl?: string
}

/** Serves the sign-in from `pages/api/auth/[...auth].ts`. */
export function apiRoute(
  auth: AuthInstance,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return (req, res) =>
    answer({ req, res }, (request) => {
      const url = new URL(request.url)
      url.pathname = publicPath(auth.basePath ?? '', urlPath(request.url))
      return auth.handler(new Request(url, request), { address: req.socket.remoteAddress })
    })
}

/** The session for a page of the pages router or an API route; null if nobody is signed in, which it has then answered. */
export async function requirePageSession<S extends Session>(
  auth: AuthInstance<S>,
  context: PagesContext,
  options?: GuardOptions,
): Promise<S | null> {
  const { req, resolvedUrl = req.url } = context
  try {
    return await auth.requireSession(visitedRequest(req, resolvedUrl), options)
  } catch (error) {
    await answer(context, async () => authErrorResponse(error, req))
    return null
  }
}

/** Answers as `toNode` does, and waits for it: Next complains about later answers. */
function answer(
  { req, res }: PagesContext,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  return new Promise((resolve) => {
    res.once('close', resolve)
    toNode({ handler })(req, res)
  })
}
