import { headersOf, type RequestSource, readHeader, toRequest } from '../../http/request-source.ts'

/** Tells server components which page was asked for. Next does not; `proxy` can. */
export const pathHeader = 'x-portico-path'

/** The headers about the body of an action. Of a request without that body they are not true. */
const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding', 'next-action']

/**
 * The request for a page as the visitor sent it, without a body. `path` is what Next says that was asked for; `proxy` knows better,
 * because nothing has been taken off the address there.
 */
export function visitedRequest(source: RequestSource, path = '/'): Request {
  const headers = headersOf(source)
  const url = visitedUrl(source, readHeader(source, pathHeader) ?? path)
  const request = toRequest({ headers, url }, url)
  for (const name of bodyHeaders) request.headers.delete(name)
  return request
}

/**
 * A path at the address that the visitor used. Next calls itself `localhost` in the address of a request; the Host header knows
 * better, and whether it came by https is in a header that Next writes itself where no proxy did.
 */
export function visitedUrl(source: RequestSource, path: string): string {
  const encrypted = readHeader(source, 'x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https'
  const host = readHeader(source, 'host') ?? ''
  const url = URL.parse(`${encrypted ? 'https' : 'http'}://${host}`)
  return `${url?.origin ?? 'http://localhost'}${path.startsWith('/') ? path : '/'}`
}

/**
 * A path of ours as people see it. Next takes its own `basePath` off the addresses that it hands on: of `/app/api/auth/signin` only
 * `/api/auth/signin` may be left.
 */
export function publicPath(basePath: string, path: string): string {
  const parts = basePath.split('/').slice(1)
  const ends = parts.map((_, index) => `/${parts.slice(index).join('/')}`)
  const end = ends.find((candidate) => isBelow(candidate, path))
  return end ? basePath + path.slice(end.length) : path
}

/** True if a path is this one or below it. */
export function isBelow(basePath: string, path: string): boolean {
  return path === basePath || path.startsWith(`${basePath}/`)
}

/** The address of a page that was configured as if Next had no `basePath` of its own; in a middleware, addresses have it. */
export function pageAddress(
  request: Request & { nextUrl?: { basePath?: string } },
  page: string | undefined,
): string {
  return page?.startsWith('/') ? (request.nextUrl?.basePath ?? '') + page : (page ?? '')
}

/** True if an address is that of the page which was asked for, by any of the addresses that this page has. */
export function isPage(address: string, here: readonly string[]): boolean {
  const pages = here.map((url) => pageOf(new URL(url)))
  // What names no page would be understood as any.
  return (
    /^(\w+:)?\//.test(address) &&
    here.some((base) => pages.includes(pageOf(URL.parse(address, base))))
  )
}

/** The address of a page without query; an application may end its addresses in a slash. */
function pageOf(url: URL | null): string | undefined {
  return url ? url.origin + url.pathname.replace(/\/$/, '') : undefined
}
