import {
  isBelow,
  isPage,
  pageAddress,
  pathHeader,
  visitedRequest,
  visitedUrl,
} from '../../frameworks/next/requested-page.ts'
import { authErrorResponse } from '../../frameworks/shared/auth-error-response.ts'
import { withRenewal } from '../../frameworks/shared/renewal.ts'
import { urlPath } from '../../http/path.ts'
import { redirect } from '../../http/respond.ts'
import type { Awaitable, Session } from '../../types/models.ts'
import type { Application } from './application.ts'

/** A request with its session. */
export type WithAuth<R> = R & { auth: Session | null }

/** The `authorized` callback, which decides whether a request may go on. */
export type Authorized = (params: {
  // biome-ignore lint/suspicious/noExplicitAny: Next's own request, whose types need not be installed to compile this
  request: any
  auth: Session | null
}) => Awaitable<boolean | Response | undefined>

// biome-ignore lint/suspicious/noExplicitAny: what Next passes besides the request, an event or a route's parameters
type Wrapped = (request: WithAuth<any>, context: any) => Awaitable<Wrappable>

type Wrappable = Response | null | undefined | void

/** Answers for `auth` as a middleware, and around a route handler or a middleware of the application. */
export async function guard(
  application: Application,
  request: Request,
  context: unknown,
  wrapped?: Wrapped,
): Promise<Response> {
  const { auth, config } = application
  const path = urlPath(request.url)
  const asked = path + new URL(request.url).search
  const renewal = new Headers()
  // A server action may sign out in the same response, and our own routes renew sessions themselves.
  const mayRenew = request.method === 'GET' && !isBelow(auth.basePath, path)
  let failure: unknown
  const session = await auth
    .strictSession(visitedRequest(request, asked), mayRenew ? { response: renewal } : {})
    .catch((error: unknown) => {
      failure = error
      return null
    })
  const authorized = callbackOf(config)
  const verdict = authorized ? await authorized({ request, auth: session }) : true
  // Next's own URL and the visitor's both name this application. The path never comes from a header.
  const here = [visitedUrl(request, asked), request.url]
  const pages = Object.values(config.pages ?? {}).map((page) => pageAddress(request, page))
  const mayLoop = isBelow(auth.basePath, path) || pages.some((page) => isPage(page, here))
  if (verdict instanceof Response && !(mayLoop && leadsBack(verdict, here))) {
    return withRenewal(verdict, renewal)
  }
  if (wrapped) {
    const answer = await wrapped(Object.assign(request, { auth: session }), context)
    return withRenewal(answer ?? (await goOn(request, asked)), renewal)
  }
  const signIn = pageAddress(request, config.pages?.signIn) || `${auth.basePath}/signin`
  // Signing in needs no session.
  const mayGoOn = verdict || isBelow(auth.basePath, path) || isPage(signIn, here)
  if (mayGoOn) return withRenewal(await goOn(request, asked), renewal)
  // The storage is down: the visitor may be signed in.
  if (failure) return authErrorResponse(failure, request)
  const page = new URL(signIn, visitedUrl(request, asked))
  page.searchParams.set('callbackUrl', asked)
  return redirect(page.href)
}

function callbackOf({ callbacks }: Application['config']): Authorized | undefined {
  return callbacks && 'authorized' in callbacks ? (callbacks.authorized as Authorized) : undefined
}

/** True if a response redirects to the page itself. On a page of the sign-in, that would never end; any other page stays refused. */
function leadsBack({ headers }: Response, here: readonly string[]): boolean {
  const location = headers.get('location')
  return location !== null && isPage(location, here)
}

/** Lets the page answer, with its path in a header. */
async function goOn({ headers: sent }: Request, asked: string): Promise<Response> {
  const { NextResponse } = await import('next/server')
  const headers = new Headers(sent)
  headers.set(pathHeader, asked)
  return NextResponse.next({ request: { headers } })
}
