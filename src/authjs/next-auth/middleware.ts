import { environment } from '../../config/environment.ts'
import { configError } from '../../config/problems.ts'
import {
  isBelow,
  isPage,
  pageAddress,
  visitedRequest,
  visitedUrl,
} from '../../frameworks/next/requested-page.ts'
import { urlPath } from '../../http/path.ts'
import { redirect } from '../../http/respond.ts'
import type { Pages } from '../../types/config.ts'
import type { Awaitable, JWT } from '../../types/models.ts'
import { appUrl } from '../environment.ts'
import { getToken } from '../jwt.ts'
import type { NextRequest } from './next-request.ts'

/** A request of Next, with the claims of its session cookie. */
export type NextRequestWithAuth<R extends Request = NextRequest> = R & {
  nextauth: { token: JWT | null }
}

/** The options of a middleware of version 4. */
export interface NextAuthMiddlewareOptions {
  pages?: Pages
  cookies?: { sessionToken?: { name?: string; options?: { domain?: string } } }
  callbacks?: {
    /** True lets the request go on. Default: true if somebody is signed in. */
    authorized?(params: { token: JWT | null; req: NextRequest }): Awaitable<boolean>
  }
  secret?: string | undefined
  /** Refused: Portico seals its cookies itself. */
  jwt?: { decode?: unknown }
}

type MiddlewareAnswer = Awaitable<Response | null | undefined | void>
// biome-ignore lint/suspicious/noExplicitAny: Next's own request and event, whose types need not be installed to compile this
type Middleware = (request: any, event: any) => MiddlewareAnswer

/**
 * Lets only signed-in visitors through, judged by the encrypted cookie alone: for `middleware.ts` or `proxy.ts`.
 *
 * @example
 * export { default } from 'porticojs/next-auth/middleware'
 */
export function withAuth(
  request: Request,
  second?: NextAuthMiddlewareOptions | { waitUntil: unknown },
): Promise<Response | undefined>
export function withAuth(
  middleware: Middleware,
  options?: NextAuthMiddlewareOptions,
): (request: Request, event: unknown) => Promise<Response | undefined>
export function withAuth(
  options?: NextAuthMiddlewareOptions,
): (request: Request, event: unknown) => Promise<Response | undefined>
export function withAuth(
  first: Request | Middleware | NextAuthMiddlewareOptions = {},
  second?: unknown,
): unknown {
  if (first instanceof Request) return guard(first, second, isEvent(second) ? {} : Object(second))
  const [middleware, options] =
    typeof first === 'function'
      ? [first, (second ?? {}) as NextAuthMiddlewareOptions]
      : [undefined, first]
  if (options.jwt?.decode) {
    throw configError(
      'jwt.decode',
      '`jwt.decode` would never be called: Portico seals its cookies itself',
      'Remove it.',
    )
  }
  return (request: Request, event: unknown) => guard(request, event, options, middleware)
}

/** @alias withAuth */
export default withAuth

/** True for Next's event; the application may pass options in its place. */
function isEvent(second: unknown): boolean {
  return typeof second === 'object' && second !== null && 'waitUntil' in second
}

async function guard(
  request: Request,
  event: unknown,
  { pages, cookies, callbacks, secret }: NextAuthMiddlewareOptions,
  middleware?: Middleware,
): Promise<Response | undefined> {
  const path = urlPath(request.url)
  const signIn = pageAddress(request, pages?.signIn) || `${basePath()}/signin`
  const here = [visitedUrl(request, path), request.url]
  const isWayIn = [signIn, pageAddress(request, pages?.error)].some((page) => isPage(page, here))
  if (isWayIn || isOpen(path, pageAddress(request, '/'))) return undefined
  const { name, options } = cookies?.sessionToken ?? {}
  const domain = options?.domain?.replace(/^\./, '')
  const token = await getToken({
    req: visitedRequest(request, path),
    secret,
    cookieName: name,
    cookies: domain ? { domain } : {},
  })
  const verdict =
    (await callbacks?.authorized?.({ token, req: request as NextRequest })) ?? token !== null
  if (verdict) {
    const answer = await middleware?.(Object.assign(request, { nextauth: { token } }), event)
    return answer ?? undefined
  }
  const { search } = new URL(request.url)
  const page = new URL(signIn, appUrl(environment()) ?? visitedUrl(request, '/'))
  page.searchParams.set('callbackUrl', path + search)
  return redirect(page.href)
}

function basePath(): string {
  const { pathname = '/' } = URL.parse(appUrl(environment()) ?? '') ?? {}
  return pathname === '/' ? '/api/auth' : pathname.replace(/\/$/, '')
}

/** Next's own files. Any other path below `_next`, however spelled, may be the data of a page. */
const files = ['_next/static', '_next/image'] as const

/** True for paths that need no session. */
function isOpen(path: string, home: string): boolean {
  const isFile = files.some((folder) => isBelow(home + folder, path))
  return isBelow(basePath(), path) || isFile || path === `${home}favicon.ico`
}
