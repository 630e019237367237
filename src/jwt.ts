// The door for services that verify our tokens. It loads nothing of the sign-in library.
import {
  bearerOf,
  type ExpressRequest,
  type ExpressResponse,
  expressGuard,
  fetchGuard,
  type HeaderSource,
  type HonoLike,
  honoGuard,
} from './jwt/guards.ts'
import { createVerify, type JwtVerifierOptions, type VerifiedClaims } from './jwt/verifier.ts'

export type { ExpressRequest, ExpressResponse, HeaderSource, HonoLike } from './jwt/guards.ts'
export { isJwtError, type JwtError, type JwtErrorCode } from './jwt/jwt-error.ts'
export type { JwtVerifierOptions, VerifiedClaims } from './jwt/verifier.ts'

/** Verifies the tokens of one issuer for one service. */
export interface JwtVerifier {
  /** The claims of a token. Rejects with a `JwtError` if it is not valid. */
  verify(token: string): Promise<VerifiedClaims>
  /** The claims of a request's bearer token. Rejects with a `JwtError` if there is no valid one. */
  read(source: HeaderSource): Promise<VerifiedClaims>
  /** Middleware of Hono: `app.use(jwt.hono)`; `c.get('jwt')` has the claims. */
  hono(context: HonoLike, next: () => Promise<void>): Promise<Response | undefined>
  /** Middleware of Express: `app.use(jwt.express)`; `request.jwt` has the claims. */
  express(request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void): void
  /** Wraps a handler of web requests: `export default { fetch: jwt.fetch((request, claims) => …) }`. */
  fetch<Rest extends unknown[]>(
    handler: (
      request: Request,
      claims: VerifiedClaims,
      ...rest: Rest
    ) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Promise<Response>
}

/**
 * Verifies tokens that Portico's `Jwt()` issued, in another service. Make it once: it caches the issuer's keys.
 *
 * @example
 * const jwt = jwtVerifier({ issuer: 'https://app.example.com/api/auth', audience: 'https://api.example.com' })
 * app.use(jwt.hono)
 */
export function jwtVerifier(options: JwtVerifierOptions): JwtVerifier {
  const verify = createVerify(options)
  return {
    verify,
    read: async (source) => verify(bearerOf(source)),
    hono: honoGuard(verify),
    express: expressGuard(verify),
    fetch: fetchGuard(verify),
  }
}
