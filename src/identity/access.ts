import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { writeCookies } from '../http/cookie-jar.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { isOAuth, type ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Revocation } from '../types/dialect.ts'
import type { Account } from '../types/models.ts'
import {
  type AccountChoice,
  type AccountTokens,
  clearedTokens,
  readChoice,
  readCookieTokens,
  storedTokens,
  writeCookieTokens,
} from './account-tokens.ts'
import { record } from './audit.ts'
import { disconnectUnlessLast } from './disconnect.ts'
import { isRecentUser } from './recent.ts'
import { createTokenRefresher, type TokenRefresher } from './token-refresh.ts'
import { inTransaction, requireStorage } from './ways-in.ts'
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

/** What else is needed of tokens when a person disconnects a platform or leaves. */
export interface TokenAccess extends Access {
  /** The tokens of an account, to be taken back once the account is gone; a platform that fails is only logged. */
  revocableTokens(
    userId: string,
    account: Pick<Account, 'provider' | 'providerAccountId'>,
  ): Promise<{ revoke: () => Promise<void> } | undefined>
}

/** Access for one configuration. */
export function createAccess(config: Config, sessions: Sessions): TokenAccess {
  const refresher = createTokenRefresher(config)
  const reader = { config, sessions }

  async function openStore(
    who: Who,
    choice: AccountChoice,
    { response }: TokenOptions,
  ): Promise<AccountTokens> {
    const { storage } = config
    const userId = await requireUserId(reader, who)
    if (storage) return storedTokens(storage, userId, choice)
    if (typeof who !== 'string')
      return cookieTokens(config, { source: who, userId }, choice, response)
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
      const { revoke, sent } = await gatherTokens(config, refresher, provider, store)
      await revoke()
      const isCleared = await store.keep(clearedTokens, sent)
      const { account } = store
      if (!account) return
      const userId = await requireUserId(reader, who)
      // The account goes, unless it is the only way in or the sign-in is not recent: then it stays, without tokens. So it does where
      // the person has just connected it anew.
      if (isCleared && (await isRecentUser(reader, who))) {
        await inTransaction(requireStorage(config), (inside) =>
          disconnectUnlessLast(config, inside, userId, account),
        )
      }
      await record(config, sourceIn(who), { event: 'revoke', userId, provider: provider.id })
    },

    async revocableTokens(userId, { provider: id, providerAccountId: account }) {
      const provider = config.providers.get(id)
      if (!provider || !isOAuth(provider)) return undefined
      try {
        const store = await openStore(userId, { provider: id, account }, {})
        const { revoke } = await gatherTokens(config, refresher, provider, store)
        return { revoke: () => revoke().catch((thrown) => logUnrevoked(config, id, thrown)) }
      } catch (thrown) {
        logUnrevoked(config, id, thrown)
        return undefined
      }
    },
  }
}

/** What the platform is asked to take back, if it takes anything back. Nothing is forgotten here yet. */
async function gatherTokens(
  config: Config,
  refresher: TokenRefresher,
  provider: ResolvedOAuth,
  store: AccountTokens,
): Promise<{ revoke: () => Promise<void>; sent: string | undefined }> {
  const { findRevocation, revoke } = await import('../methods/oauth/revoke.ts')
  const revocation = await findRevocation(config, provider)
  let { tokens } = store
  let sent = tokens.refresh_token
  // A platform that takes back access tokens only does not know an expired one any more.
  if (revocation?.token === 'access_token') {
    tokens = { access_token: await refresher.fresh(provider, store).catch(gone) }
    if (store.account) sent = (await store.reread()).refresh_token
  }
  return {
    sent,
    async revoke() {
      if (!revocation || !(tokens.access_token || tokens.refresh_token)) return
      await revoke(config, provider, revocation, tokens).catch(unlessGone(revocation.gone))
    },
  }
}

/** A platform that cannot be reached must not keep a person from leaving it here. */
function logUnrevoked({ logger }: Config, provider: string, thrown: unknown): void {
  const why = thrown instanceof Error ? thrown.message : 'it failed'
  logger.warn(`The tokens at ${provider} could not be revoked: ${why}`)
}

/** The OAuth provider of that id. */
export function oauthProvider(config: Config, id: string): ResolvedOAuth {
  const provider = config.providers.get(id)
  if (provider && isOAuth(provider)) return provider
  const refusal = config.refusedProviders.get(id)
  if (refusal) throw refusal
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
  { source, userId }: { source: RequestSource; userId: string },
  choice: AccountChoice,
  response: Headers | undefined,
): Promise<AccountTokens> {
  const { provider, account } = readChoice(choice)
  const cookie = readHeader(source, 'cookie') ?? ''
  const secure = publicOrigin(config, source).startsWith('https:')
  const accounts = await readCookieTokens(config, cookie, secure, userId)
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
      // Whoever signs in leaves nothing of an earlier platform behind: these are all the tokens that there are.
      const next = newer === clearedTokens ? {} : { [provider]: { ...tokens, ...newer } }
      const kept = { userId, accounts: next }
      writeCookies(response, await writeCookieTokens(config, cookie, secure, kept))
      return true
    },
  }
}

function withoutResponse(provider: string): AuthError {
  return new AuthError('Unsupported', 'Changed tokens have no place to be kept', {
    provider,
    field: 'response',
    hint: 'Configure a database, or pass `{ response: response.headers }` so that the cookie can be written.',
  })
}
