import { isJwtError, type JwtError, jwtError } from './jwt-error.ts'
import type { VerifiedClaims, VerifyJwt } from './verifier.ts'

/** The headers of a request, in whatever form a framework has them. */
export type HeaderSource =
  | { readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>> }
  | Headers

/** The token of an Authorization header (RFC 6750 §2.1). No token is taken from an address, a form or a cookie. */
export function bearerOf(source: HeaderSource): string {
  const headers = 'headers' in source ? source.headers : source
  const written = isHeaders(headers) ? headers.get('authorization') : headers.authorization
  const token = typeof written === 'string' ? /^bearer +(\S+) *$/i.exec(written)?.[1] : undefined
  if (token !== undefined) return token
  throw jwtError('Missing', 'The request has no bearer token')
}

/** Checks no class: a framework, or a test's environment, may have its own `Headers`. */
function isHeaders(headers: object): headers is Headers {
  return typeof Reflect.get(headers, 'get') === 'function'
}

/** The answer to a request whose token is refused (RFC 6750 §3). */
function refusal({ code, status, message }: JwtError): Response {
  const headers = { 'www-authenticate': challenge(code), 'cache-control': 'no-store' }
  return Response.json({ error: code, message }, { status, headers })
}

function challenge(code: JwtError['code']): string {
  return code === 'Missing' ? 'Bearer' : 'Bearer error="invalid_token"'
}

/** The part of Hono's context that the middleware needs. */
export interface HonoLike {
  readonly req: { readonly raw: Request }
  set(name: 'jwt', claims: VerifiedClaims): void
}

/** Middleware of Hono: `c.get('jwt')` has the claims. */
export function honoGuard(verify: VerifyJwt) {
  return async function portico(
    context: HonoLike,
    next: () => Promise<void>,
  ): Promise<Response | undefined> {
    try {
      context.set('jwt', await verify(bearerOf(context.req.raw)))
    } catch (thrown) {
      if (isJwtError(thrown)) return refusal(thrown)
      throw thrown
    }
    await next()
    return undefined
  }
}

/** The part of Express's request that the middleware needs. */
export interface ExpressRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  jwt?: VerifiedClaims
}

/** The part of its response that the middleware needs. */
export interface ExpressResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** Middleware of Express and of anything like it: `request.jwt` has the claims. */
export function expressGuard(verify: VerifyJwt) {
  return function portico(
    request: ExpressRequest,
    response: ExpressResponse,
    next: (error?: unknown) => void,
  ): void {
    const check = async () => verify(bearerOf(request))
    check().then(
      (claims) => {
        request.jwt = claims
        next()
      },
      (thrown: unknown) => (isJwtError(thrown) ? answer(response, thrown) : next(thrown)),
    )
  }
}

function answer(response: ExpressResponse, { code, status, message }: JwtError): void {
  response.statusCode = status
  response.setHeader('www-authenticate', challenge(code))
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ error: code, message }))
}

/** Wraps a handler of web requests, such as a Worker's `fetch`. */
export function fetchGuard(verify: VerifyJwt) {
  return <Rest extends unknown[]>(
    handler: (
      request: Request,
      claims: VerifiedClaims,
      ...rest: Rest
    ) => Response | Promise<Response>,
  ) =>
    async (request: Request, ...rest: Rest): Promise<Response> => {
      let claims: VerifiedClaims
      try {
        claims = await verify(bearerOf(request))
      } catch (thrown) {
        if (isJwtError(thrown)) return refusal(thrown)
        throw thrown
      }
      return handler(request, claims, ...rest)
    }
}
