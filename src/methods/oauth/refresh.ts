import { refreshTokenGrantRequest } from 'oauth4webapi'
import type { App } from '../../app.ts'
import { at } from '../../description/json-path.ts'
import { profileMap } from '../../description/profile-map.ts'
import { AuthError } from '../../errors.ts'
import type { TokenSet } from '../../types/models.ts'
import { clientAuthentication } from './client-authentication.ts'
import { translated } from './oauth4webapi-errors.ts'
import { openIdCode } from './open-id.ts'
import { createPlatformClient } from './platform-client.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { judgeTokenAnswer, readTokenAnswer } from './token-answer.ts'
import { toTokenSet } from './token-set.ts'
import { jwtClaims } from './unverified-jwt.ts'

/** For how many seconds a refreshed token is trusted when its platform does not say (RFC 6749 §5.1). */
const assumedLifetimeSeconds = 3600

/**
 * Gets new tokens for a refresh token (RFC 6749 §6). A platform that sends no new refresh token means the old one. `known` is what is
 * stored of the account they are for; another person's are refused where the platform says whose they are.
 */
export function refresh(
  app: App,
  provider: ResolvedOAuth,
  refresh_token: string,
  known: TokenSet = {},
): Promise<TokenSet> {
  const { providerAccountId: account } = known
  return translated(provider, 'refresh', async () => {
    const found = await createPlatformClient(app, provider)
    const { url, params } = provider.dialect.refresh ?? {}
    const server = url ? { ...found.server, token_endpoint: url } : found.server
    const now = Math.floor(app.services.now() / 1000)
    const authentication = await clientAuthentication(provider, now)
    const response = await refreshTokenGrantRequest(
      server,
      found.client,
      authentication,
      refresh_token,
      {
        ...found.options,
        ...(params && { additionalParameters: params }),
      },
    )
    const sent = [refresh_token]
    const answer = await readTokenAnswer(response, provider, sent)
    const platform = { ...found, server }
    // Many platforms send none with a refresh; the one from the sign-in stays.
    const isJudged = provider.type === 'oidc' && answer.id_token !== undefined
    if (isJudged) {
      const { validateRefreshedIdToken } = await openIdCode(provider)
      await validateRefreshedIdToken(platform, answer, knownSubject(provider, known))
    } else await judgeTokenAnswer(platform, answer)
    const { subject } = provider.dialect
    const named = subject && at(answer, subject.tokens)
    // An application's own profile() may choose another id than the one that the tokens name.
    const isId = subject && profileMap(provider.profile)?.id === subject.profile
    if (isId && named && account && String(named) !== account) {
      const why = `${provider.name} answered a refresh with the tokens of somebody else`
      throw new AuthError('CheckFailed', why, { provider: provider.id, field: subject.tokens })
    }
    // The old token's moment of expiry must not stay: it would have every call refresh again.
    return {
      refresh_token,
      expires_at: now + assumedLifetimeSeconds,
      ...toTokenSet(provider, answer, now),
    }
  })
}

/** The person's `sub`: the account's id where that is it, and an application's own profile() may choose another; else the stored id token's. */
function knownSubject({ profile }: ResolvedOAuth, known: TokenSet): unknown {
  const [path] = [profileMap(profile)?.id].flat()
  return path === 'sub' ? known.providerAccountId : jwtClaims(known.id_token)?.sub
}
