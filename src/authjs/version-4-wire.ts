import { AuthError } from '../errors.ts'
import { readText } from '../http/body.ts'
import { urlPath } from '../http/path.ts'
import { json, wantsJson } from '../http/respond.ts'
import type { HandlerOptions } from '../router/serve.ts'
import { withWordAsError } from './version-4-errors.ts'

type Handler = (request: Request, options?: HandlerOptions) => Promise<Response>

/**
 * Answers `next-auth/react` of version 4 as it expects: a form with `json=true` gets JSON, and no session is `{}`. Our own client, which
 * accepts JSON, gets null.
 */
export function version4Wire(handler: Handler): Handler {
  return async (request, options) => {
    try {
      const response = await inWords(await handler(await withReturnHeader(request), options))
      const asksForSession = urlPath(request.url).endsWith('/session')
      return asksForSession && !wantsJson(request) ? nobodyAsObject(response) : response
    } catch (thrown) {
      if (thrown instanceof AuthError) return json({ error: thrown.code }, thrown.status)
      throw thrown
    }
  }
}

/** The response, with the application's own word for a refusal in its URL. */
async function inWords(response: Response): Promise<Response> {
  const { status, headers } = response
  const location = headers.get('location')
  if (location) {
    const changed = new Headers(headers)
    changed.set('location', withWordAsError(location))
    return new Response(null, { status, headers: changed })
  }
  if (status < 400 || !headers.get('content-type')?.includes('json')) return response
  const answer = Object(await response.json())
  const url = typeof answer.url === 'string' ? { url: withWordAsError(answer.url) } : {}
  return new Response(JSON.stringify({ ...answer, ...url }), { status, headers })
}

/** Version 4 asks for JSON by a field of the form, version 5 by this header. */
async function withReturnHeader(request: Request): Promise<Request> {
  const type = request.headers.get('content-type') ?? ''
  if (request.method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded')) {
    return request
  }
  const body = await readText(request)
  const headers = new Headers(request.headers)
  const asksForJson = new URLSearchParams(body).get('json') === 'true'
  if (asksForJson) headers.set('x-auth-return-redirect', '1')
  return new Request(request.url, { method: 'POST', headers, body })
}

async function nobodyAsObject(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json')) return response
  const text = await response.text()
  const { status, headers } = response
  return new Response(text === 'null' ? '{}' : text, { status, headers })
}
