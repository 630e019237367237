import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { writeCookies } from '../http/cookie-jar.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { isOAuth, type ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { Sessions } from '../sessions/session.ts'
import { requireOperation } from '../storage/require-operation.ts'
import type { Revocation } from '../types/dialect.ts'
import type { TokenSet } from '../types/models.ts'
import { record } from './audit.ts'
import { createTokenRefresher } from './token-refresh.ts'
import {
  type AccountChoice,
  clearedTokens,
  readChoice,
  readCookieTokens,
  storedTokens,
  type TokenStore,
  writeCookieTokens,
} from './token-store.ts'
import { accountWay, hasOtherWayIn, requireStorage } from './ways-in.ts'
import { requireUserId, sourceIn, type Who } from './who.ts'

/** What else a call about tokens may say. */
export interface TokenOptions {
  /** The headers of your response. Without a storage, tokens live in a cookie, and changed ones must go back to the browser. */
  response?: Headers
}

/** The tokens of the application's users, kept fresh and taken back. */
export interface Access {
  /**
   * An access token of the platform that is valid now; concurrent calls share one refresh.
   *
   * @example
   * const token = await auth.accessToken(request, 'tiktok')
   * const other = await auth.accessToken(request, { provider: 'tiktok', account: 'open-id-of-the-second' })
   */
  accessToken(who: Who, account: AccountChoice, options?: TokenOptions): Promise<string>
  /** Takes the tokens back at the platform, and disconnects the account unless it is the person's only way in. */
  revoke(who: Who, account: AccountChoice, options?: TokenOptions): Promise<void>
}

/** Access for one configuration. */
export function createAccess(config: Config, sessions: Sessions): Access {
  const refresher = createTokenRefresher(config)

  async function openStore(
    who: Who,
    choice: AccountChoice,
    { response }: TokenOptions,
  ): Promise<TokenStore> {
    const { storage } = config
    const userId = await requireUserId({ config, sessions }, who)
    if (storage) return storedTokens(storage, userId, choice)
    if (typeof who !== 'string') return cookieTokens(config, who, choice, response)
    throw new AuthError(
      'Unsupported',
      'Without a storage only a request can tell whose tokens are meant',
    )
  }

  return {
    async accessToken(who, choice, options = {}) {
      const provider = oauthProvider(config, readChoice(choice).provider)
      return refresher.fresh(provider, await openStore(who, choice, options))
    },

    async revoke(who, choice, options = {}) {
      const provider = oauthProvider(config, readChoice(choice).provider)
      const store = await openStore(who, choice, options)
      const { findRevocation, revoke } = await import('../methods/oauth/revoke.ts')
      const revocation = await findRevocation(config, provider)
      if (revocation) {
        // A platform that takes back access tokens only does not know an expired one any more.
        const tokens: TokenSet =
          revocation.token === 'access_token'
            ? { access_token: await refresher.fresh(provider, store).catch(gone) }
            : store.tokens
        if (tokens.access_token || tokens.refresh_token) {
          await revoke(config, provider, revocation, tokens).catch(unlessGone(revocation.gone))
        }
      }
      await store.keep(clearedTokens)
      if (!store.account) return
      const userId = await requireUserId({ config, sessions }, who)
      // The account goes, unless it is the only way in: then it stays, without tokens.
      if (await hasOtherWayIn(config, userId, accountWay(store.account))) {
        await requireOperation(requireStorage(config), 'unlinkAccount')(store.account)
      }
      await record(config, sourceIn(who), { event: 'revoke', userId, provider: provider.id })
    },
  }
}

/** The OAuth provider of that id. */
export function oauthProvider(config: Config, id: string): ResolvedOAuth {
  const provider = config.providers.get(id)
  if (provider && isOAuth(provider)) return provider
  throw new AuthError('NotFound', `There is no OAuth provider "${id.slice(0, 60)}"`, {
    provider: id,
  })
}

/** Where no refresh is possible, no living token is left that could be taken back. */
function gone(thrown: unknown): string {
  if (thrown instanceof AuthError && thrown.code === 'SignInAgain') return ''
  throw thrown
}

/** What the platform does not know any more has been taken back already. */
function unlessGone(own: Revocation['gone'] = []): (thrown: unknown) => void {
  const words = new Set<unknown>(['invalid_grant', 'invalid_token', 'access_token_invalid', ...own])
  return (thrown) => {
    const { error, status } = (thrown instanceof AuthError && thrown.platform) || {}
    if (!words.has(error) && !(error === 'unsuccessful_status' && words.has(status))) throw thrown
  }
}

/** Tokens that live in a sealed cookie of the request. */
async function cookieTokens(
  config: Config,
  source: RequestSource,
  choice: AccountChoice,
  response: Headers | undefined,
): Promise<TokenStore> {
  const { provider, account } = readChoice(choice)
  const cookie = readHeader(source, 'cookie') ?? ''
  const secure = publicOrigin(config, source).startsWith('https:')
  const accounts = await readCookieTokens(config, cookie, secure)
  const tokens = accounts[provider]
  if (!tokens || (account !== undefined && tokens.providerAccountId !== account))
    throw new AuthError('SignInAgain', `There are no tokens for ${provider}`, { provider })
  return {
    key: `${provider} ${tokens.refresh_token ?? tokens.access_token}`,
    tokens,
    async reread() {
      // Asked before a refresh: tokens that could not be kept afterwards would be lost.
      if (!response) throw withoutResponse(provider)
      return tokens
    },
    async keep(newer) {
      if (!response) throw withoutResponse(provider)
      const next =
        newer === clearedTokens
          ? omit(accounts, provider)
          : { ...accounts, [provider]: { ...tokens, ...newer } }
      writeCookies(response, await writeCookieTokens(config, cookie, secure, next))
    },
  }
}

function omit(accounts: Record<string, TokenSet>, provider: string): Record<string, TokenSet> {
  return Object.fromEntries(Object.entries(accounts).filter(([id]) => id !== provider))
}

function withoutResponse(provider: string): AuthError {
  return new AuthError('Unsupported', 'Changed tokens have no place to be kept', {
    provider,
    field: 'response',
    hint: 'Configure a database, or pass `{ response: response.headers }` so that the cookie can be written.',
  })
}
