import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { loadOAuth } from '../methods/oauth/load-code.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { isPlatformsFault } from '../services/platforms-fault.ts'
import type { TokenSet } from '../types/models.ts'
import { type AccountTokens, clearedTokens } from './account-tokens.ts'

/** Keeps access tokens fresh. Of many who ask at once, on however many servers, one refreshes. */
export interface TokenRefresher {
  /** A token that is valid now. */
  fresh(provider: ResolvedOAuth, store: AccountTokens): Promise<string>
}

/** A token that is about to expire would not survive the request that it is meant for. */
const refreshBeforeSeconds = 60
/** So often it is tried anew with what another server kept meanwhile. */
const maxAttempts = 3

interface Refresh extends App {
  provider: ResolvedOAuth
  store: AccountTokens
}

/** A refresher for one configuration. */
export function createTokenRefresher(app: App): TokenRefresher {
  const underWay = new Map<string, Promise<string>>()
  return {
    async fresh(provider, store) {
      const current = valid(app, store.tokens)
      if (current) return current
      const running = underWay.get(store.key)
      if (running) return running
      const refresh = { ...app, provider, store }
      const refreshing =
        store.lease?.({
          provider: provider.id,
          reread: store.reread,
          usable: (tokens, spare) => valid(app, tokens, spare),
          refresh: (noteFailure) => refreshNow(refresh, noteFailure),
        }) ?? refreshNow(refresh)
      underWay.set(store.key, refreshing)
      return refreshing.finally(() => underWay.delete(store.key))
    },
  }
}

function valid(
  { services }: App,
  { access_token, expires_at }: TokenSet,
  spare: number = refreshBeforeSeconds,
): string | undefined {
  const lasting = expires_at === undefined || (expires_at - spare) * 1000 > services.now()
  return access_token && lasting ? access_token : undefined
}

async function refreshNow(
  refresh: Refresh,
  noteFailure?: () => Promise<unknown>,
  attempt = 1,
): Promise<string> {
  const { services, provider, store } = refresh
  const tokens = await store.reread()
  const current = valid(refresh, tokens)
  if (current) return current
  const { refresh_token, refresh_expires_at } = tokens
  if (!refresh_token) throw signInAgain(provider, 'There is no refresh token')
  if (refresh_expires_at !== undefined && refresh_expires_at * 1000 <= services.now()) {
    throw signInAgain(provider, 'The refresh token has expired')
  }
  try {
    const { refresh: ask } = await loadOAuth()
    const renewed = await ask(refresh, provider, refresh_token, tokens)
    return await keepRenewed(refresh, refresh_token, renewed)
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    if (isDead(provider, thrown)) {
      // Where somebody else got newer tokens meanwhile, only the older ones were refused.
      if (await forget(store, refresh_token)) {
        const why = 'The platform does not accept the refresh token any more'
        throw signInAgain(provider, why, thrown)
      }
      if (attempt < maxAttempts) return refreshNow(refresh, noteFailure, attempt + 1)
    }
    if (isPlatformsFault(thrown)) await noteFailure?.()
    // The platform may recover; until the old token really expires it can still be used.
    const old = valid(refresh, tokens, 0)
    if (old) return old
    throw thrown
  }
}

function isDead({ dialect }: ResolvedOAuth, { platform }: AuthError): boolean {
  return ['invalid_grant', ...(dialect.refresh?.dead ?? [])].includes(platform?.error ?? '')
}

/** Keeps what the platform gave for the token that was sent, unless newer ones are there. */
async function keepRenewed(refresh: Refresh, sent: string, renewed: TokenSet): Promise<string> {
  const { provider, store } = refresh
  const kept = (await provider.account(renewed)) ?? {}
  const token = renewed.access_token ?? ''
  if (await store.keep(kept, sent)) return token
  const stored = await store.reread()
  // A slower server was refused the same token and forgot it; what the platform has given since is good.
  if (!stored.refresh_token) await store.keep(kept)
  return valid(refresh, stored) ?? token
}

/** Forgets tokens that are worth nothing; false when others are stored by now. */
async function forget(store: AccountTokens, sent: string): Promise<boolean> {
  const { refresh_token } = await store.reread()
  return refresh_token === sent && store.keep(clearedTokens, sent)
}

function signInAgain(provider: ResolvedOAuth, why: string, cause?: unknown): AuthError {
  return new AuthError('SignInAgain', why, { provider: provider.id, cause })
}
