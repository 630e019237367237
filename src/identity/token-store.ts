import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Account, TokenSet } from '../types/models.ts'
import type { Storage, StoredAccount } from '../types/storage.ts'

/** The tokens of one account, and how to keep newer ones. */
export interface TokenStore {
  /** The same for everybody who asks about this account. */
  key: string
  tokens: TokenSet
  /** Reads them anew; somebody else may have changed them. */
  reread(): Promise<TokenSet>
  /** Keeps newer tokens before anyone sees them. */
  keep(tokens: TokenSet): Promise<void>
}

/** Nothing is left of these tokens: the platform took them back. */
export const clearedTokens: TokenSet = {
  access_token: '',
  refresh_token: '',
  expires_at: 0,
  refresh_expires_at: 0,
}

/** Of a user's accounts the one at a provider. Of several it is always the same, in whatever order a storage has them. */
export function accountAt<A extends Pick<Account, 'provider' | 'providerAccountId'>>(
  accounts: readonly A[],
  provider: string,
): A | undefined {
  return accounts
    .filter((account) => account.provider === provider)
    .sort((a, b) => (a.providerAccountId < b.providerAccountId ? -1 : 1))[0]
}

/** The account of a user at a provider, from the storage. */
export async function storedAccount(
  storage: Storage,
  userId: string,
  provider: string,
): Promise<StoredAccount> {
  if (!storage.listAccounts) {
    throw new AuthError('Unsupported', 'This storage cannot look up the accounts of a user', {
      field: 'listAccounts',
      hint: "Use one of Portico's own storages; Auth.js adapters have no such method.",
    })
  }
  const account = accountAt(await storage.listAccounts(userId), provider)
  if (account) return account
  throw new AuthError('SignInAgain', `The user has no account at ${provider}`, { provider })
}

/** Tokens that live in the storage. */
export async function storedTokens(
  storage: Storage,
  userId: string,
  provider: string,
): Promise<TokenStore> {
  const account = await storedAccount(storage, userId, provider)
  const { providerAccountId } = account
  return {
    key: `${provider} ${providerAccountId}`,
    tokens: account,
    reread: () => storedAccount(storage, userId, provider),
    async keep(tokens) {
      if (!storage.updateAccount)
        throw new AuthError('Unsupported', 'This storage cannot update the tokens of an account')
      await storage.updateAccount({ ...tokens, provider, providerAccountId })
    },
  }
}

/** Without a storage, the tokens of each provider live in a sealed cookie of their own. */
export type CookieAccounts = Record<string, TokenSet>

/** The tokens in a request's cookie. */
export async function cookieAccounts(
  config: Config,
  cookie: string,
  secure: boolean,
): Promise<CookieAccounts> {
  const cookies = config.cookies(secure)
  const sealed = cookies.read(cookie, cookies.name('accounts'))
  const claims = sealed ? await config.seal('accounts').open(sealed) : undefined
  return (claims ?? {}) as CookieAccounts
}

/** The Set-Cookie lines that keep these tokens. */
export async function accountsCookie(
  config: Config,
  cookie: string,
  secure: boolean,
  accounts: CookieAccounts,
): Promise<string[]> {
  const cookies = config.cookies(secure)
  const name = cookies.name('accounts')
  if (Object.keys(accounts).length === 0) return cookies.clear(name, cookie)
  const sealed = await config.seal('accounts').seal(accounts)
  return cookies.set(name, sealed, cookie, { maxAge: config.session.maxAge })
}

/** The id token of a user's account, as far as one was kept. */
export async function keptIdToken(
  context: Pick<Context, 'config' | 'header' | 'origin'>,
  provider: string,
  userId: string | undefined,
): Promise<string | undefined> {
  const { config, header, origin } = context
  if (!config.storage) {
    const accounts = await cookieAccounts(config, header, origin.startsWith('https:'))
    return accounts[provider]?.id_token
  }
  const accounts = userId === undefined ? [] : await config.storage.listAccounts?.(userId)
  return accountAt(accounts ?? [], provider)?.id_token
}
