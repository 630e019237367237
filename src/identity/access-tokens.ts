import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { loadOAuth } from '../methods/oauth/load-code.ts'
import { isOAuth, type ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { reasonFor } from '../services/causes.ts'
import type { Revocation } from '../types/dialect.ts'
import type { Account } from '../types/models.ts'
import type { Who } from '../types/who.ts'
import {
  type AccountChoice,
  type AccountTokens,
  clearedTokens,
  readChoice,
} from './account-tokens.ts'
import { createTokenRefresher, type TokenRefresher } from './token-refresh.ts'

/** Options for calls about tokens. */
export interface TokenOptions {
  /** The headers of your response. Without a storage, tokens live in a cookie, and changed ones must go back to the browser. */
  response?: Headers
  /** The scopes that the token must have. If the person has not granted one, the call rejects with `ScopeMissing`. Needs a storage. */
  scopes?: readonly string[]
  /** The page to come back to once they have. Default: the page that was asked for. */
  callbackUrl?: string
}

/** The tokens of the application's users, kept fresh and taken back. */
export interface AccessTokens {
  /**
   * An access token of the platform that is valid now; concurrent calls share one refresh.
   *
   * @example
   * const token = await auth.accessToken(request, 'tiktok')
   * const token = await auth.accessToken(request, 'tiktok', { scopes: ['video.list'] }) // or ScopeMissing
   * const other = await auth.accessToken(request, { provider: 'tiktok', account: 'open-id-of-the-second' })
   */
  accessToken(who: Who, account: AccountChoice, options?: TokenOptions): Promise<string>
  /** Takes the tokens back at the platform and forgets them here. The account stays connected; `unlink()` disconnects it. */
  revoke(who: Who, account: AccountChoice, options?: TokenOptions): Promise<void>
}

/** Access tokens, and what else is needed of them when a person disconnects a platform or leaves. */
export interface TokenAccess extends AccessTokens {
  /** The tokens of an account, to be taken back once the account is gone; a platform that fails is only logged. */
  revocableTokens(
    userId: string,
    account: Pick<Account, 'provider' | 'providerAccountId'>,
  ): Promise<{ revoke: () => Promise<void> } | undefined>
}

/** The place of tokens, and what else goes with them. */
export interface TokenStore {
  open(who: Who, account: AccountChoice, options: TokenOptions): Promise<AccountTokens>
  /** The platform took the tokens back. */
  revoked?(who: Who, provider: string): Promise<void>
}

/** Access for one configuration. */
export function createAccess(app: App, stores: TokenStore): TokenAccess {
  const { config } = app
  const refresher = createTokenRefresher(app)
  return {
    async accessToken(who, choice, options = {}) {
      const provider = oauthProvider(config, readChoice(choice).provider)
      return refresher.fresh(provider, await stores.open(who, choice, options))
    },

    async revoke(who, choice, options = {}) {
      const provider = oauthProvider(config, readChoice(choice).provider)
      const store = await stores.open(who, choice, options)
      const { revoke, sent } = await gatherTokens(app, refresher, provider, store)
      await revoke()
      await store.keep(clearedTokens, sent)
      await stores.revoked?.(who, provider.id)
    },

    async revocableTokens(userId, { provider: id, providerAccountId: account }) {
      const provider = config.providers.get(id)
      if (!provider || !isOAuth(provider)) return undefined
      try {
        const store = await stores.open({ userId }, { provider: id, account }, {})
        const { revoke } = await gatherTokens(app, refresher, provider, store)
        return { revoke: () => revoke().catch((thrown) => logUnrevoked(app, id, thrown)) }
      } catch (thrown) {
        logUnrevoked(app, id, thrown)
        return undefined
      }
    },
  }
}

/** The tokens that the platform is asked to take back, if it takes any back. Nothing is forgotten here yet. */
async function gatherTokens(
  app: App,
  refresher: TokenRefresher,
  provider: ResolvedOAuth,
  store: AccountTokens,
): Promise<{ revoke: () => Promise<void>; sent: string | undefined }> {
  const { findRevocation, revoke } = await loadOAuth()
  const revocation = await findRevocation(app, provider)
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
      await revoke(app, provider, revocation, tokens).catch(unlessGone(revocation.gone))
    },
  }
}

/** A platform that cannot be reached must not keep a person from leaving it here. */
function logUnrevoked({ services }: App, provider: string, thrown: unknown): void {
  const why = reasonFor(thrown) || 'it failed'
  services.logger.warn(`The tokens at ${provider} could not be revoked: ${why}`)
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

/** No living token is left that could be taken back where no refresh is possible. */
function gone(thrown: unknown): string {
  if (thrown instanceof AuthError && thrown.code === 'SignInAgain') return ''
  throw thrown
}

/** A token that the platform does not know any more has been taken back already. */
function unlessGone(own: Revocation['gone'] = []): (thrown: unknown) => void {
  const words = new Set<unknown>(['invalid_grant', 'invalid_token', 'access_token_invalid', ...own])
  return (thrown) => {
    const { error, status } = (thrown instanceof AuthError && thrown.platform) || {}
    if (!words.has(error) && !(error === 'unsuccessful_status' && words.has(status))) throw thrown
  }
}
