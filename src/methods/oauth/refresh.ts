import { refreshTokenGrantRequest } from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/resolved.ts'
import type { Config } from '../../config.ts'
import { at } from '../../define-provider.ts'
import { AuthError } from '../../errors.ts'
import type { TokenSet } from '../../types/models.ts'
import { libraryOptions } from './ask.ts'
import { clientAuthentication, oauthClient } from './client.ts'
import { finishTokens, judge, tokenAnswer } from './exchange.ts'
import { authorizationServer } from './server.ts'
import { translated } from './translate.ts'

/** For how many seconds a refreshed token is trusted when its platform does not say (RFC 6749 §5.1). */
const assumedLifetimeSeconds = 3600

/**
 * Gets new tokens for a refresh token (RFC 6749 §6). A platform that sends no new refresh token means the old one. `account` is
 * the id of the account they are for; another person's are refused where the platform says whose they are.
 */
export function refresh(
  config: Config,
  provider: ResolvedOAuth,
  refresh_token: string,
  account?: unknown,
): Promise<TokenSet> {
  return translated(provider, 'refresh', async () => {
    const found = await authorizationServer(config, provider)
    const { url, params } = provider.dialect.refresh ?? {}
    const server = url ? { ...found, token_endpoint: url } : found
    const now = Math.floor(config.now() / 1000)
    const authentication = await clientAuthentication(provider, now)
    const response = await refreshTokenGrantRequest(
      server,
      oauthClient(config, provider),
      authentication,
      refresh_token,
      {
        ...libraryOptions(config, provider),
        ...(params && { additionalParameters: params }),
      },
    )
    const sent = [refresh_token]
    const answer = await tokenAnswer(response, provider, sent)
    await judge(config, provider, server, answer)
    const { subject } = provider.dialect
    const named = subject && at(answer, subject.tokens)
    // An application's own profile() may choose another id than the one that the tokens name.
    const isId = subject && Reflect.get(provider.profile, 'idPath') === subject.profile
    if (isId && named && account && String(named) !== account) {
      const why = `${provider.name} answered a refresh with the tokens of somebody else`
      throw new AuthError('CheckFailed', why, { provider: provider.id, field: subject.tokens })
    }
    // The old token's moment of expiry must not stay: it would have every call refresh again.
    return {
      refresh_token,
      expires_at: now + assumedLifetimeSeconds,
      ...finishTokens(provider, answer, now).tokens,
    }
  })
}
