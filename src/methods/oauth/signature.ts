import {
  type AuthorizationServer,
  type ExportedJWKSCache,
  jwksCache,
  KEY_SELECTION,
  OperationProcessingError,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/resolved.ts'
import type { Config } from '../../config.ts'
import { equal } from '../../crypto/compare.ts'
import { hmac } from '../../crypto/hash.ts'
import { AuthError } from '../../errors.ts'
import { libraryOptions } from './ask.ts'
import { jwtHeader } from './claims.ts'

/** How long a platform's published keys are believed before they are asked for again. */
const jwksTtlSeconds = 300

/** Verifies who signed the id token of an answer (OpenID Connect Core §3.1.3.7, steps 6 to 8). */
export async function verifyIdToken(
  config: Config,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  response: Response,
  idToken: unknown,
): Promise<void> {
  const isShared =
    jwtHeader(idToken)?.alg === 'HS256' && provider.client?.id_token_signed_response_alg === 'HS256'
  if (!isShared) return verifyByKeys(config, provider, server, response)
  const [header, payload, signature = ''] = String(idToken).split('.')
  const expected = await hmac(provider.clientSecret ?? '', `${header}.${payload}`, 'base64url')
  if (provider.clientSecret && equal(signature, expected)) return
  throw new AuthError('CheckFailed', 'The id token was not signed with the client secret', {
    provider: provider.id,
  })
}

/**
 * Verifies the signed token of an answer that the OAuth library has judged. Keys come only from the address that the
 * configuration leads to; a key that is not among those we know may be new, so they are asked for once more.
 */
export async function verifyByKeys(
  config: Config,
  provider: ResolvedOAuth,
  server: AuthorizationServer,
  response: Response,
): Promise<void> {
  const none = async (): Promise<Partial<ExportedJWKSCache>> => ({})
  const keys = await config.memo(`jwks ${provider.id}`, jwksTtlSeconds, none)
  // The library remembers keys by this object too, so each attempt has its own.
  const verify = () =>
    validateApplicationLevelSignature({ ...server }, response, {
      ...libraryOptions(config, provider),
      [jwksCache]: keys as ExportedJWKSCache,
    })
  const wereKnown = keys.jwks !== undefined
  try {
    await verify()
  } catch (thrown) {
    const isUnknown = thrown instanceof OperationProcessingError && thrown.code === KEY_SELECTION
    if (!wereKnown || !isUnknown) throw thrown
    delete keys.jwks
    delete keys.uat
    await verify()
  }
}
