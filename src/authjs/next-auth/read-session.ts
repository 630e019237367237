import type { IncomingMessage, ServerResponse } from 'node:http'
import { visitedRequest } from '../../frameworks/next/requested-page.ts'
import { withResponseHeaders } from '../../frameworks/shared/node-response.ts'
import type { Session } from '../../types/models.ts'
import type { Application } from './application.ts'

/** Who asks for a page or an API route of the pages router; a session that is due, or that Auth.js began, is renewed there. */
export function readPagesSession(
  { auth }: Application,
  req: Pick<IncomingMessage, 'headers' | 'url'>,
  res: ServerResponse | undefined,
): Promise<Session | null> {
  const visited = visitedRequest(req, req.url)
  if (!res || res.headersSent) return auth.session(visited)
  return withResponseHeaders(res, (response) => auth.session(visited, { response }))
}
