import type { ResolvedOAuth } from '../config/resolved.ts'
import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import { publicOrigin } from '../http/origin.ts'
import type { Sessions } from '../sessions/session.ts'
import { requireOperation } from '../storage/require-operation.ts'
import type { Revocation } from '../types/dialect.ts'
import type { TokenSet } from '../types/models.ts'
import { record } from './audit.ts'
import { createTokenRefresher } from './token-refresh.ts'
import {
  accountsCookie,
  clearedTokens,
  cookieAccounts,
  storedAccount,
  storedTokens,
  type TokenStore,
} from './token-store.ts'
import { requireStorage, waysIn } from './ways-in.ts'

/** What else a call about tokens may say. */
export interface TokenOptions {
  /** Response headers. Without a storage, tokens live in a cookie, and changed ones must go back to the browser. */
  headers?: Headers
}

/** The tokens of the application's users, kept fresh and taken back. */
export interface Access {
  accessToken(who: Request | string, provider: string, options?: TokenOptions): Promise<string>
  revoke(who: Request | string, provider: string, options?: TokenOptions): Promise<void>
}

/** Access for one configuration. */
export function createAccess(config: Config, sessions: Sessions): Access {
  const keeper = createTokenRefresher(config)

  async function tokenStore(
    who: Request | string,
    provider: string,
    options: TokenOptions,
  ): Promise<TokenStore> {
    const { storage } = config
    const user = await requireUserId(sessions, who)
    if (storage) return storedTokens(storage, user, provider)
    if (typeof who !== 'string') return inCookie(config, who, provider, options.headers)
    throw new AuthError(
      'Unsupported',
      'Without a storage only a request can tell whose tokens are meant',
    )
  }

  return {
    async accessToken(who, id, options = {}) {
      const provider = oauthProvider(config, id)
      return keeper.fresh(provider, await tokenStore(who, id, options))
    },

    async revoke(who, id, options = {}) {
      const provider = oauthProvider(config, id)
      const keeping = await tokenStore(who, id, options)
      const { findRevocation, revoke } = await import('../methods/oauth/revoke.ts')
      const revocation = await findRevocation(config, provider)
      if (revocation) {
        // A platform that takes back access tokens only does not know an expired one any more.
        const tokens: TokenSet =
          revocation.token === 'access_token'
            ? { access_token: await keeper.fresh(provider, keeping).catch(gone) }
            : keeping.tokens
        if (tokens.access_token || tokens.refresh_token) {
          await revoke(config, provider, revocation, tokens).catch(unlessGone(revocation.gone))
        }
      }
      await keeping.keep(clearedTokens)
      if (!config.storage) return
      const userId = await requireUserId(sessions, who)
      await unlinkUnlessLast(config, userId, id)
      const request = typeof who === 'string' ? undefined : who
      await record(config, request, { event: 'revoke', userId, provider: id })
    },
  }
}

/** The OAuth provider of that id. */
export function oauthProvider(config: Config, id: string): ResolvedOAuth {
  const provider = config.providers.get(id)
  if (provider && 'clientAuthentication' in provider) return provider
  throw new AuthError('NotFound', `There is no OAuth provider "${id.slice(0, 60)}"`, {
    provider: id,
  })
}

/** The user that a request or an id names. */
export async function requireUserId(sessions: Sessions, who: Request | string): Promise<string> {
  if (typeof who === 'string') return who
  const current = await sessions.read(who, who.headers.get('cookie') ?? '')
  if (current) return current.userId
  throw new AuthError('SessionRequired', 'Nobody is signed in')
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

/** The account goes, unless it is the only way in: then it stays, without tokens. */
async function unlinkUnlessLast(config: Config, userId: string, provider: string): Promise<void> {
  if ((await waysIn(config, userId)) < 2) return
  const storage = requireStorage(config)
  const { providerAccountId } = await storedAccount(storage, userId, provider)
  await requireOperation(storage, 'unlinkAccount')({ provider, providerAccountId })
}

async function inCookie(
  config: Config,
  request: Request,
  provider: string,
  headers: Headers | undefined,
): Promise<TokenStore> {
  const cookie = request.headers.get('cookie') ?? ''
  const secure = publicOrigin(config, request).startsWith('https:')
  const accounts = await cookieAccounts(config, cookie, secure)
  const tokens = accounts[provider]
  if (!tokens)
    throw new AuthError('SignInAgain', `There are no tokens for ${provider}`, { provider })
  return {
    key: `${provider} ${tokens.refresh_token ?? tokens.access_token}`,
    tokens,
    async reread() {
      // Asked before a refresh: tokens that could not be kept afterwards would be lost.
      if (!headers) throw withoutHeaders(provider)
      return tokens
    },
    async keep(newer) {
      if (!headers) throw withoutHeaders(provider)
      const next =
        newer === clearedTokens
          ? omit(accounts, provider)
          : { ...accounts, [provider]: { ...tokens, ...newer } }
      for (const line of await accountsCookie(config, cookie, secure, next))
        headers.append('set-cookie', line)
    },
  }
}

function omit(accounts: Record<string, TokenSet>, provider: string): Record<string, TokenSet> {
  return Object.fromEntries(Object.entries(accounts).filter(([id]) => id !== provider))
}

function withoutHeaders(provider: string): AuthError {
  return new AuthError('Unsupported', 'Changed tokens have no place to be kept', {
    provider,
    field: 'headers',
    hint: 'Configure a database, or pass `{ headers: response.headers }` so that the cookie can be written.',
  })
}
