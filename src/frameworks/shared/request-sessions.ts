import type { AuthInstance } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'

/** The sessions of the requests that are on their way, each read once however many ask. */
export interface RequestSessions<S extends Session> {
  /** Reads the session where the request begins, and renews it into headers for the response. */
  begin(request: Request, renewal: Headers): Promise<S | null>
  /** The session that was read for a request, or is read now. */
  of(request: Request): Promise<S | null>
}

/** The headers by which somebody may be known. */
const names = ['cookie', 'authorization']

/** For frameworks whose hook sees each request before and after the pages. */
export function requestSessions<S extends Session>(auth: AuthInstance<S>): RequestSessions<S> {
  const known = new WeakMap<Request, Promise<S | null>>()
  const read = (request: Request, options?: { response: Headers }) => {
    // Pages that are made while building come without cookies or tokens, and need no configuration.
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
