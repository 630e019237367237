import {
  type ExportedJWKSCache,
  jwksCache,
  KEY_SELECTION,
  OperationProcessingError,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import { equal } from '../../crypto/compare.ts'
import { hmac } from '../../crypto/hash.ts'
import { AuthError } from '../../errors.ts'
import type { PlatformClient } from '../oauth/platform-client.ts'
import { jwtHeader } from '../oauth/unverified-jwt.ts'

/** The seconds for which a platform's published keys are believed before they are asked for again. */
const jwksTtlSeconds = 300

/** Anybody can make up the name of a key. For so long after one was looked for, the keys are not asked for because of another. */
const unknownKeySeconds = 30

/** Verifies who signed the id token of an answer (OpenID Connect Core §3.1.3.7, steps 6 to 8). */
export async function verifyIdTokenSignature(
  platform: PlatformClient,
  response: Response,
  idToken: unknown,
): Promise<void> {
  const { provider } = platform
  const isShared =
    jwtHeader(idToken)?.alg === 'HS256' && provider.client?.id_token_signed_response_alg === 'HS256'
  if (!isShared) return verifyByKeys(platform, response)
  const [header, payload, signature = ''] = String(idToken).split('.')
  const { clientSecret } = provider
  const expected = clientSecret && (await hmac(clientSecret, `${header}.${payload}`, 'base64url'))
  if (expected && equal(signature, expected)) return
  throw new AuthError('CheckFailed', 'The id token was not signed with the client secret', {
    provider: provider.id,
  })
}

/**
 * Verifies the signed token of an answer that the OAuth library has judged. Keys come only from the address that the
 * configuration leads to; a key that is not among those we know may be new, so they are asked for once more, but not each time.
 */
export async function verifyByKeys(platform: PlatformClient, response: Response): Promise<void> {
  const { services, provider, server, options } = platform
  const none = async (): Promise<Partial<ExportedJWKSCache>> => ({})
  const keys = await services.memo(`jwks ${provider.id} ${server.jwks_uri}`, jwksTtlSeconds, none)
  // The library remembers keys by this object too, so each attempt has its own.
  const verify = () =>
    validateApplicationLevelSignature({ ...server }, response, {
      ...options,
      [jwksCache]: keys as ExportedJWKSCache,
    }).catch((thrown) => {
      // The library takes a signature that is no base64url for a mistake of its caller.
      const isUnreadable = thrown?.code === 'ERR_INVALID_ARG_VALUE'
      throw isUnreadable ? new OperationProcessingError('The signature cannot be read') : thrown
    })
  const wereKnown = keys.jwks !== undefined
  try {
    await verify()
  } catch (thrown) {
    const isUnknown = thrown instanceof OperationProcessingError && thrown.code === KEY_SELECTION
    if (!wereKnown || !isUnknown) throw thrown
    const renewal = `jwks renewal ${provider.id} ${server.jwks_uri}`
    await services.memo(renewal, unknownKeySeconds, () => renew(keys, verify))
    await verify()
  }
}

/** Lets the library ask for the keys again. Where they do not come, the old ones stay. */
async function renew(
  keys: Partial<ExportedJWKSCache>,
  verify: () => Promise<unknown>,
): Promise<void> {
  const before = { ...keys }
  delete keys.jwks
  delete keys.uat
  // Whether this very token is good is judged by the caller, with the keys that came.
  await verify().catch(() => {})
  if (keys.jwks === undefined) Object.assign(keys, before)
}
