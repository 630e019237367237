import type { RequestSource } from '../../http/request-source.ts'

/** A key of React Router's context, as its own `createContext` makes it. */
export interface ReactRouterContext<T> {
  defaultValue?: T
}

/** The part of React Router's arguments that is needed here, for middleware, loaders and actions. */
export interface ReactRouterArgs {
  readonly request: Request
  /** The address of the page, without what React Router adds to request its data. */
  readonly url: URL
  readonly context: {
    get<T>(context: ReactRouterContext<T>): T
    set<T>(context: ReactRouterContext<T>, value: T): void
  }
}

/** True if the router in the browser requests the data of a page, or sends it a form. */
export function asksForData({ request }: ReactRouterArgs): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** The request, marked as a person's if the router in the browser sent it: a person waits for its answer. */
export function audience(args: ReactRouterArgs): RequestSource {
  return asksForData(args) ? { headers: { accept: 'text/html' } } : args.request
}

/** The response that makes the browser itself open a page. */
export async function opened(location: string): Promise<Response> {
  return inDocument(new Response(null, { status: 303, headers: { location } }))
}

/** Redirects the document, as `redirectDocument` does: the router in the browser must not look for our pages among its own. */
export function inDocument(response: Response): Response {
  response.headers.set('X-Remix-Reload-Document', 'true')
  return response
}
