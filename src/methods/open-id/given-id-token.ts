import type { Context } from '../../context.ts'
import { sha256 } from '../../crypto/hash.ts'
import { AuthError } from '../../errors.ts'
import type { Finding } from '../method.ts'
import { assertNarrowed } from '../oauth/assert-narrowed.ts'
import { createFinding } from '../oauth/finding.ts'
import { narrowing } from '../oauth/narrowing.ts'
import { translated } from '../oauth/oauth4webapi-errors.ts'
import { createPlatformClient, type PlatformClient } from '../oauth/platform-client.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'
import { jwtClaims } from '../oauth/unverified-jwt.ts'
import { validateIdToken } from './id-token.ts'

/** An id token that a platform gave out without a code: to its own script on a page, or to its library in an app. */
export interface GivenIdToken {
  readonly idToken: string
  /** The nonce that it must carry; undefined if it must carry none. */
  readonly nonce: string | undefined
  /** The clients that it may be made for and given to. Default: the provider's own alone. */
  readonly clients?: readonly string[] | undefined
  /** A description of the person that came beside the token, and that nobody has signed. */
  readonly unsigned?: object | undefined
}

/** Judges such a token by everything an id token can be held to. It is good once. */
export function findByIdToken(
  context: Context,
  provider: ResolvedOAuth,
  { idToken, nonce, clients, unsigned }: GivenIdToken,
): Promise<Finding> {
  return translated(provider, 'callback', async () => {
    const platform = await createPlatformClient(context, provider)
    // Judged as the answer of a token endpoint. There is no access token; the word only fills its place.
    const answer = { access_token: 'none', token_type: 'bearer', id_token: idToken }
    const addressed = clients ? addressedTo(clients, platform, idToken) : platform
    const claims = await validateIdToken(addressed, answer, { nonce })
    assertNarrowed(provider, { ...claims }, narrowing(provider, provider.authorizationParams))
    // Only what is signed tells tokens apart: a signature can be spelled in several ways.
    const signed = idToken.slice(0, idToken.lastIndexOf('.'))
    const key = `token ${provider.id} ${await sha256(signed)}`
    if (!(await context.services.claim(key, new Date(claims.exp * 1000))))
      throw refusal(provider, 'id_token', 'This id token was already used')
    const { callbackProfile } = provider.dialect
    const more = callbackProfile && unsigned ? { user: unsigned } : {}
    return createFinding(provider, { ...claims, ...more }, {}, claims)
  })
}

/**
 * The platform with the client that a token names, which must be one of several. Google makes tokens for a server and gives them to an app:
 * then `aud` is the one and `azp` the other. Nothing is believed here: the token is judged by both afterwards.
 */
function addressedTo(
  clients: readonly string[],
  platform: PlatformClient,
  idToken: string,
): PlatformClient {
  const { client, provider } = platform
  const { aud, azp = aud } = jwtClaims(idToken) ?? {}
  const isListed = (name: unknown): name is string =>
    typeof name === 'string' && clients.includes(name)
  if (!isListed(aud)) throw refusal(provider, 'aud', 'The id token was made for another client')
  if (!isListed(azp)) throw refusal(provider, 'azp', 'The id token was given to another client')
  return {
    ...platform,
    client: { ...client, client_id: aud },
    provider: { ...provider, clientId: azp },
  }
}

function refusal({ id }: ResolvedOAuth, field: string, message: string): AuthError {
  const hint = 'The token belongs to another client, another start, or was used before.'
  return new AuthError('CheckFailed', message, { provider: id, field, hint })
}
