import {
  type AuthorizationServer,
  expectNoNonce,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
} from 'oauth4webapi'
import { AuthError } from '../../errors.ts'
import type { Answer } from './answer.ts'
import { jwtClaims } from './claims.ts'
import type { Platform } from './platform.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { verifyIdToken } from './signature.ts'

/** Seconds by which a platform's clock may be ahead of ours. */
const clockLeewaySeconds = 60

/** What was asked for when the sign-in started. */
export interface Expected {
  nonce?: string | undefined
  /** How many seconds ago the person may have proven themselves to the platform; a token that does not say when is refused. */
  maxAge?: number | undefined
}

/** Judges a token answer with an id token (OpenID Connect Core §3.1.3.7) and returns its claims. */
export async function judgeIdToken(
  platform: Platform,
  answer: Answer,
  { nonce, maxAge }: Expected,
): Promise<IDToken> {
  const { config, provider, client } = platform
  const response = Response.json(answer)
  const own = issuedBy(platform.server, provider, answer)
  const processed = await processAuthorizationCodeResponse(own, client, response, {
    expectedNonce: nonce ?? expectNoNonce,
    requireIdToken: true,
    ...(maxAge !== undefined && { maxAge }),
  })
  await verifyIdToken({ ...platform, server: own }, response, answer.id_token)
  const claims = getValidatedIdTokenClaims(processed)
  if (!claims) throw refusal(provider, 'id_token', 'There is no id token')
  assertOurs(claims, provider, Math.floor(config.now() / 1000))
  return claims
}

/** What the library leaves to us: OpenID Connect Core §3.1.3.7, steps 5 and 10. */
function assertOurs({ azp, iat }: IDToken, provider: ResolvedOAuth, now: number): void {
  if (azp !== undefined && azp !== provider.clientId) {
    throw refusal(provider, 'azp', 'The id token was made for another client')
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
