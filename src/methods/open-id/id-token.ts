import {
  type AuthorizationServer,
  expectNoNonce,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
} from 'oauth4webapi'
import { equal } from '../../crypto/compare.ts'
import { encode, toBase64url } from '../../crypto/runtime.ts'
import { AuthError } from '../../errors.ts'
import { isNumericDate } from '../../services/numeric-date.ts'
import type { Expected } from '../oauth/open-id.ts'
import type { PlatformClient } from '../oauth/platform-client.ts'
import type { Answer } from '../oauth/platform-response.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'
import { jwtClaims, jwtHeader } from '../oauth/unverified-jwt.ts'
import { verifyIdTokenSignature } from './signature.ts'

/** Seconds by which a platform's clock may be ahead of ours. */
const clockLeewaySeconds = 60

/** Judges a token answer with an id token (OpenID Connect Core §3.1.3.7) and returns its claims. */
export async function validateIdToken(
  platform: PlatformClient,
  answer: Answer,
  { nonce, maxAge }: Expected,
): Promise<IDToken> {
  const { services, provider, client } = platform
  const response = Response.json(answer)
  const own = issuedBy(platform.server, provider, answer)
  const processed = await processAuthorizationCodeResponse(own, client, response, {
    expectedNonce: nonce ?? expectNoNonce,
    requireIdToken: true,
    ...(maxAge !== undefined && { maxAge }),
  })
  await verifyIdTokenSignature({ ...platform, server: own }, response, answer.id_token)
  const claims = getValidatedIdTokenClaims(processed)
  if (!claims) throw refusal(provider, 'id_token', 'There is no id token')
  assertOurs(claims, provider, Math.floor(services.now() / 1000))
  return claims
}

/**
 * Judges the id token of a refresh (OpenID Connect Core §12.2): the same issuer, audience and person as at the sign-in, signed anew.
 * `subject` is the person's `sub`, where that is known.
 */
export async function validateRefreshedIdToken(
  platform: PlatformClient,
  answer: Answer,
  subject: unknown,
): Promise<void> {
  const { services, provider, client } = platform
  const response = Response.json(answer)
  const own = issuedBy(platform.server, provider, answer)
  const processed = await processRefreshTokenResponse(own, client, response)
  await verifyIdTokenSignature({ ...platform, server: own }, response, answer.id_token)
  const claims = getValidatedIdTokenClaims(processed)
  if (!claims) throw refusal(provider, 'id_token', 'There is no id token')
  assertOurs(claims, provider, Math.floor(services.now() / 1000))
  await assertAccessToken(provider, answer, claims)
  if (subject === undefined || claims.sub === subject) return
  throw refusal(provider, 'sub', 'A refresh returned the id token of another user')
}

/** OpenID Connect Core §3.1.3.8: an id token that names its access token must have come with that one. */
export async function assertAccessToken(
  provider: ResolvedOAuth,
  { id_token, access_token }: Answer,
  { at_hash }: IDToken,
): Promise<void> {
  if (at_hash === undefined) return
  const digest = await crypto.subtle.digest(hashName(id_token), encode(String(access_token)))
  const half = new Uint8Array(digest, 0, digest.byteLength / 2)
  if (typeof at_hash === 'string' && equal(at_hash, toBase64url(half))) return
  throw refusal(provider, 'at_hash', 'The id token was made for another access token')
}

/** The hash of the signature's algorithm; Ed25519 has SHA-512 inside (RFC 8032 §5.1). */
function hashName(idToken: unknown): string {
  const alg = jwtHeader(idToken)?.alg
  const [bits = '512'] = /\d{3}$/.exec(String(alg)) ?? []
  return /^(256|384|512)$/.test(bits) ? `SHA-${bits}` : 'SHA-512'
}

/** The checks that the library leaves to us: OpenID Connect Core §3.1.3.7, steps 5 and 10. */
function assertOurs({ azp, iat, exp }: IDToken, provider: ResolvedOAuth, now: number): void {
  if (azp !== undefined && azp !== provider.clientId) {
    throw refusal(provider, 'azp', 'The id token was made for another client')
  }
  if (!isNumericDate(exp) || !isNumericDate(iat)) {
    throw refusal(provider, 'exp', 'The id token names no moment at which it was issued or ends')
  }
  if (iat <= now + clockLeewaySeconds) return
  const hint = "Compare this machine's clock with the platform's."
  throw refusal(provider, 'iat', 'The id token was issued in the future', { hint })
}

function refusal({ id }: ResolvedOAuth, field: string, message: string, more = {}): AuthError {
  return new AuthError('CheckFailed', message, { provider: id, field, ...more })
}

/** The server as the issuer of this very token: on platforms with one issuer per tenant, the token's tenant. */
function issuedBy(
  server: AuthorizationServer,
  provider: ResolvedOAuth,
  answer: Answer,
): AuthorizationServer {
  const claim = provider.dialect.tenant
  const tenant = claim && jwtClaims(answer.id_token)?.[claim]
  if (typeof tenant !== 'string' || !/^[\w-]+$/.test(tenant)) return server
  const issuer = server.issuer.replace(
    /\{tenantid\}|(?<=\/)(common|organizations|consumers)(?=\/|$)/,
    tenant,
  )
  return { ...server, issuer }
}
