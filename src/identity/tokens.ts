import type { ResolvedOAuth } from '../config/oauth.ts'
import type { Config } from '../config.ts'
import { AuthError } from '../errors.ts'
import type { TokenSet } from '../types/nouns.ts'
import { type Keeping, spent } from './keepings.ts'

/** Keeps access tokens fresh. Of many who ask at once, on however many servers, one refreshes. */
export interface TokenKeeper {
  /** A token that is valid now. */
  fresh(provider: ResolvedOAuth, keeping: Keeping): Promise<string>
}

/** A token that is about to expire would not survive the request that it is meant for. */
const margin = 60
/** How long a server may take to refresh before another one tries. */
const leaseSeconds = 30
const pollMilliseconds = 150

/** A keeper for one configuration. */
export function createTokenKeeper(config: Config): TokenKeeper {
  const underWay = new Map<string, Promise<string>>()
  const seconds = () => Math.floor(config.now() / 1000)
  const valid = ({ access_token, expires_at }: TokenSet, spare = margin) =>
    access_token && (expires_at === undefined || expires_at - spare > seconds())
      ? access_token
      : undefined

  async function renew(provider: ResolvedOAuth, keeping: Keeping): Promise<string> {
    const tokens = await keeping.reread()
    const current = valid(tokens)
    if (current) return current
    const { refresh_token, refresh_expires_at } = tokens
    if (!refresh_token || (refresh_expires_at !== undefined && refresh_expires_at <= seconds())) {
      throw again(
        provider,
        refresh_token ? 'The refresh token has expired' : 'There is no refresh token',
      )
    }
    const { refresh } = await import('../methods/oauth/refresh.ts')
    try {
      const renewed = await refresh(config, provider, refresh_token)
      await keeping.keep(keepable(provider, renewed))
      return renewed.access_token ?? ''
    } catch (thrown) {
      if (!(thrown instanceof AuthError)) throw thrown
      if (thrown.platform?.error === 'invalid_grant') {
        await keeping.keep(spent)
        throw again(provider, 'The platform does not accept the refresh token any more', thrown)
      }
      // The platform may recover; until the old token really expires it can still be used.
      const old = valid(tokens, 0)
      if (old) return old
      throw thrown
    }
  }

  async function renewOnce(provider: ResolvedOAuth, keeping: Keeping): Promise<string> {
    const { storage } = config
    const lease = `refresh ${keeping.key}`
    if (!storage?.claim) return renew(provider, keeping)
    const patience = Date.now() + 2 * leaseSeconds * 1000
    while (Date.now() < patience) {
      if (await storage.claim(lease, new Date(config.now() + leaseSeconds * 1000))) {
        try {
          return await renew(provider, keeping)
        } finally {
          await storage.release?.(lease)
        }
      }
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
      const current = valid(await keeping.reread())
      if (current) return current
    }
    throw new AuthError(
      'StorageError',
      'Another server holds the lease for this refresh and does not finish',
      {
        provider: provider.id,
      },
    )
  }

  return {
    async fresh(provider, keeping) {
      const current = valid(keeping.tokens)
      if (current) return current
      const running = underWay.get(keeping.key)
      if (running) return running
      const renewal = renewOnce(provider, keeping).finally(() => underWay.delete(keeping.key))
      underWay.set(keeping.key, renewal)
      return renewal
    },
  }
}

/** What the provider keeps of a token set; what it leaves out stays as it was. */
function keepable(provider: ResolvedOAuth, tokens: TokenSet): TokenSet {
  return provider.account(tokens) ?? {}
}

function again(provider: ResolvedOAuth, why: string, cause?: unknown): AuthError {
  return new AuthError('SignInAgain', why, {
    provider: provider.id,
    ...(cause !== undefined && { cause }),
  })
}
