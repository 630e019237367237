import type { AuthInstance } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'

/** The sessions of the requests under way, each read once. */
export interface RequestSessions<S extends Session> {
  /** Reads the session when the request begins, and writes its renewal into headers for the response. */
  begin(request: Request, renewal: Headers): Promise<S | null>
  /** The session that was read for a request, or is read now. */
  of(request: Request): Promise<S | null>
}

/** The headers that may carry a session. */
const names = ['cookie', 'authorization']

/** For frameworks whose hook sees each request before and after the pages. */
export function requestSessions<S extends Session>(auth: AuthInstance<S>): RequestSessions<S> {
  const known = new WeakMap<Request, Promise<S | null>>()
  const read = (request: Request, options?: { response: Headers }) => {
    // Prerendered pages have no cookies or tokens, and must not need a configuration.
    if (!names.some((name) => request.headers.has(name))) return Promise.resolve(null)
    const session = auth.session(request, options)
    known.set(request, session)
    return session
  }
  return {
    begin: (request, response) => read(request, { response }),
    of: (request) => known.get(request) ?? read(request),
  }
}
