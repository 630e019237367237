import { isBelow, pathHeader, visitedRequest } from '../../frameworks/next/requested-page.ts'
import { withRenewal } from '../../frameworks/shared/renewal.ts'
import { urlPath } from '../../http/path.ts'
import { redirect } from '../../http/respond.ts'
import type { Awaitable, Session } from '../../types/models.ts'
import type { Application } from './application.ts'

/** A request whose visitor is known. */
export type WithAuth<R> = R & { auth: Session | null }

/** Whether a request may go on: `authorized` of the callbacks. */
export type Authorized = (params: {
  // biome-ignore lint/suspicious/noExplicitAny: Next's own request, whose types need not be installed to compile this
  request: any
  auth: Session | null
}) => Awaitable<boolean | Response | undefined>

// biome-ignore lint/suspicious/noExplicitAny: what Next passes besides the request, an event or a route's parameters
type Wrapped = (request: WithAuth<any>, context: any) => Awaitable<Response | undefined | void>

/** What `auth` does in a middleware, and around a route handler or a middleware of the application. */
export async function guard(
  application: Application,
  request: Request,
  context: unknown,
  wrapped?: Wrapped,
): Promise<Response> {
  const { auth, config } = application
  const path = urlPath(request.url)
  const visited = visitedRequest(request, path + new URL(request.url).search)
  const renewal = new Headers()
  // An action may sign out in the same response, and our own routes renew sessions themselves.
  const mayRenew = request.method === 'GET' && !isBelow(auth.basePath, path)
  const session = await auth.session(visited, mayRenew ? { response: renewal } : {})
  const authorized = callbackOf(config)
  const verdict = authorized ? await authorized({ request, auth: session }) : true
  if (verdict instanceof Response && !leadsBack(verdict, visited)) {
    return withRenewal(verdict, renewal)
  }
  if (wrapped) {
    const answer = await wrapped(Object.assign(request, { auth: session }), context)
    return withRenewal(answer ?? (await goOn(visited, request)), renewal)
  }
  const page = new URL(config.pages?.signIn ?? `${auth.basePath}/signin`, visited.url)
  // Nobody has to be signed in to sign in.
  const mayGoOn = verdict || isBelow(auth.basePath, path) || page.pathname === path
  if (mayGoOn) return withRenewal(await goOn(visited, request), renewal)
  const { pathname, search } = new URL(visited.url)
  page.searchParams.set('callbackUrl', pathname + search)
  return redirect(page.href)
}

function callbackOf({ callbacks }: Application['config']): Authorized | undefined {
  return callbacks && 'authorized' in callbacks ? (callbacks.authorized as Authorized) : undefined
}

/** A redirect to where the visitor is already would never end. */
function leadsBack(verdict: Response, visited: Request): boolean {
  const location = verdict.headers.get('location')
  const target = location === null ? undefined : URL.parse(location, visited.url)
  return target?.pathname === new URL(visited.url).pathname
}

/** Lets the page answer, and tells it which one it is. */
async function goOn(visited: Request, { headers: sent }: Request): Promise<Response> {
  const { NextResponse } = await import('next/server')
  const headers = new Headers(sent)
  const { pathname, search } = new URL(visited.url)
  headers.set(pathHeader, pathname + search)
  return NextResponse.next({ request: { headers } })
}
