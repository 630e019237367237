import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { TokenSet } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'
import { clearedTokens, type TokenStore } from './token-store.ts'

/** Keeps access tokens fresh. Of many who ask at once, on however many servers, one refreshes. */
export interface TokenRefresher {
  /** A token that is valid now. */
  fresh(provider: ResolvedOAuth, store: TokenStore): Promise<string>
}

/** A token that is about to expire would not survive the request that it is meant for. */
const refreshBeforeSeconds = 60
/** How long a server may take to refresh before another one tries. */
const leaseSeconds = 30
const pollMilliseconds = 150

/** A refresher for one configuration. */
export function createTokenRefresher(config: Config): TokenRefresher {
  const underWay = new Map<string, Promise<string>>()
  return {
    async fresh(provider, store) {
      const current = valid(config, store.tokens)
      if (current) return current
      const running = underWay.get(store.key)
      if (running) return running
      const { storage } = config
      const refreshing = storage?.claim
        ? refreshUnderLease(config, storage, provider, store)
        : refreshNow(config, provider, store)
      underWay.set(store.key, refreshing)
      return refreshing.finally(() => underWay.delete(store.key))
    },
  }
}

function valid(
  config: Config,
  { access_token, expires_at }: TokenSet,
  spare: number = refreshBeforeSeconds,
): string | undefined {
  const lasting = expires_at === undefined || (expires_at - spare) * 1000 > config.now()
  return access_token && lasting ? access_token : undefined
}

/** One server holds the lease and refreshes; the others wait for what it keeps. A lease outlives no crash for long. */
async function refreshUnderLease(
  config: Config,
  storage: Storage,
  provider: ResolvedOAuth,
  store: TokenStore,
): Promise<string> {
  const lease = `refresh ${store.key}`
  const polls = (2 * leaseSeconds * 1000) / pollMilliseconds
  for (let poll = 0; poll < polls; poll++) {
    if (await storage.claim?.(lease, new Date(config.now() + leaseSeconds * 1000))) {
      try {
        return await refreshNow(config, provider, store)
      } finally {
        await storage.release?.(lease)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
    const current = valid(config, await store.reread())
    if (current) return current
  }
  throw new AuthError(
    'StorageError',
    'Another server holds the lease of this refresh for too long',
    {
      provider: provider.id,
    },
  )
}

async function refreshNow(
  config: Config,
  provider: ResolvedOAuth,
  store: TokenStore,
): Promise<string> {
  const tokens = await store.reread()
  const current = valid(config, tokens)
  if (current) return current
  const { refresh_token, refresh_expires_at } = tokens
  if (!refresh_token) throw signInAgain(provider, 'There is no refresh token')
  if (refresh_expires_at !== undefined && refresh_expires_at * 1000 <= config.now()) {
    throw signInAgain(provider, 'The refresh token has expired')
  }
  try {
    const { refresh } = await import('../methods/oauth/refresh.ts')
    const renewed = await refresh(config, provider, refresh_token, tokens.providerAccountId)
    await store.keep((await provider.account(renewed)) ?? {})
    return renewed.access_token ?? ''
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    const dead = ['invalid_grant', ...(provider.dialect.refresh?.dead ?? [])]
    if (dead.includes(thrown.platform?.error ?? '')) {
      await store.keep(clearedTokens)
      throw signInAgain(provider, 'The platform does not accept the refresh token any more', thrown)
    }
    // The platform may recover; until the old token really expires it can still be used.
    const old = valid(config, tokens, 0)
    if (old) return old
    throw thrown
  }
}

function signInAgain(provider: ResolvedOAuth, why: string, cause?: unknown): AuthError {
  return new AuthError('SignInAgain', why, {
    provider: provider.id,
    ...(cause !== undefined && { cause }),
  })
}
