import { AuthError } from '../errors.ts'
import { type RequestSource, readHeader } from './request-source.ts'

/**
 * Refuses a script of another site. Browsers neither send it the application's cookies nor keep those that are set, so it could only ever
 * learn that nobody is signed in. A form of such a page is fine: it leaves its site.
 */
export function assertSameSite(source: RequestSource, from: string, origin: string): void {
  if (readHeader(source, 'sec-fetch-site') !== 'cross-site') return
  if (readHeader(source, 'sec-fetch-mode') === 'navigate') return
  throw new AuthError('CrossSite', `${from} and ${origin} are two sites`, {
    field: 'trustedOrigins',
    hint: 'Browsers send no cookies to another site. Give both origins one site (app.example.com, api.example.com), or let the front end pass /api/auth on.',
  })
}

/** True if a browser asks whether a script of another origin may post. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

/** The answer to a preflight of an origin that may act. */
export function preflightResponse(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '7200',
    },
  })
}

/** Lets an origin that may act read a response, as https://fetch.spec.whatwg.org/#http-cors-protocol prescribes. */
export function allowOrigin(headers: Headers, origin: string | undefined): void {
  // Also for other origins: a cache must not give one's answer to another.
  headers.append('vary', 'Origin')
  if (origin === undefined) return
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  headers.set('access-control-expose-headers', 'Retry-After')
}
