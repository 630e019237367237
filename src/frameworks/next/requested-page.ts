import { headersOf, type RequestSource, readHeader, toRequest } from '../../http/request-source.ts'

/** The header by which `proxy` tells server components the requested page. Next itself does not. */
export const pathHeader = 'x-portico-path'

/** The headers about the body of a server action. They are wrong on a request without that body. */
const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding', 'next-action']

/**
 * The request for a page as the visitor sent it, without a body. `path` is the path by Next. That of `proxy` has precedence, because there
 * nothing has been cut off the address.
 */
export function visitedRequest(source: RequestSource, path = '/'): Request {
  const headers = headersOf(source)
  const address = visitedUrl(source, readHeader(source, pathHeader) ?? path)
  const { origin, pathname, search } = new URL(address)
  const request = toRequest({ headers, url: pathname + search }, origin)
  for (const name of bodyHeaders) request.headers.delete(name)
  return request
}

/**
 * A path at the address that the visitor used. Next calls itself `localhost` in the address of a request. The Host header has the real
 * host, and `X-Forwarded-Proto`, which Next sets if no proxy did, the scheme.
 */
export function visitedUrl(source: RequestSource, path: string): string {
  const encrypted = readHeader(source, 'x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https'
  const host = readHeader(source, 'host') ?? ''
  const url = URL.parse(`${encrypted ? 'https' : 'http'}://${host}`)
  return `${url?.origin ?? 'http://localhost'}${path.startsWith('/') ? path : '/'}`
}

/**
 * The public form of a path of ours. Next cuts its own `basePath` off the addresses that it passes on: of `/app/api/auth/signin` only
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

/** The address of a configured page. The configuration leaves out Next's own `basePath`, which addresses in a middleware have. */
export function pageAddress(
  request: Request & { nextUrl?: { basePath?: string } },
  page: string | undefined,
): string {
  return page?.startsWith('/') ? (request.nextUrl?.basePath ?? '') + page : (page ?? '')
}

/** True if an address is one of the requested page, whose own addresses are `here`. */
export function isPage(address: string, here: readonly string[]): boolean {
  const pages = here.map((url) => pageOf(new URL(url)))
  // Resolved against `here`, an empty address would be that of any page.
  return (
    /^(\w+:)?\//.test(address) &&
    here.some((base) => pages.includes(pageOf(URL.parse(address, base))))
  )
}

/** The address of a page without query and trailing slash, which an application may or may not write. */
function pageOf(url: URL | null): string | undefined {
  return url ? url.origin + url.pathname.replace(/\/$/, '') : undefined
}
