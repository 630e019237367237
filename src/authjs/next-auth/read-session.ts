import type { IncomingMessage, ServerResponse } from 'node:http'
import { visitedRequest } from '../../frameworks/next/requested-page.ts'
import { type OutgoingHeaders, withResponseHeaders } from '../../frameworks/shared/node-response.ts'
import type { Session } from '../../types/models.ts'
import type { Application } from './application.ts'

/** The session for a page or an API route of the pages router. Renews it if it is due, or if Auth.js began it. */
export function readPagesSession(
  { auth }: Application,
  req: Pick<IncomingMessage, 'headers' | 'url'>,
  res: ServerResponse | undefined,
): Promise<Session | null> {
  const visited = visitedRequest(req, req.url)
  if (!isWritable(res)) return auth.session(visited)
  return withResponseHeaders(withAppend(res), (response) => auth.session(visited, { response }))
}

/** True if cookies can be written. Some applications pass an incomplete response, because version 4 needed no more. */
function isWritable(res: Partial<ServerResponse> | undefined): res is ServerResponse {
  return Boolean(res && !res.headersSent && res.getHeader && res.setHeader)
}

/** A response with `appendHeader`, made of the methods that version 4 needed. */
function withAppend(res: ServerResponse): OutgoingHeaders {
  if (typeof res.appendHeader === 'function') return res
  return {
    headersSent: res.headersSent,
    getHeader: (name) => res.getHeader(name),
    setHeader: (name, value) => res.setHeader(name, value),
    appendHeader: (name, value) =>
      res.setHeader(name, [res.getHeader(name) ?? [], value].flat().map(String)),
  }
}
