import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Account, TokenSet } from '../types/models.ts'
import type { Storage, StoredAccount } from '../types/storage.ts'

/** The tokens of one account, and how to keep newer ones. */
export interface AccountTokens {
  /** The same for everybody who asks about this account. */
  key: string
  /** Where it is stored, if it is. */
  account?: Pick<Account, 'provider' | 'providerAccountId'>
  tokens: TokenSet
  /** Reads them anew; somebody else may have changed them. */
  reread(): Promise<TokenSet>
  /**
   * Keeps newer tokens before anyone sees them. With the refresh token that was `sent` for them: unless another one is stored by
   * now; false then.
   */
  keep(tokens: TokenSet, sent?: string): Promise<boolean>
}

/** Nothing is left of these tokens: the platform took them back. */
export const clearedTokens: TokenSet = {
  access_token: '',
  refresh_token: '',
  expires_at: 0,
  refresh_expires_at: 0,
}

/** Which account is meant: that at a provider, or of several there a certain one, by its id at the platform. */
export type AccountChoice<Id extends string = string> =
  | Id
  | { provider: Id; account?: string | undefined }

/** The provider and, if it was named, the account at the provider. */
export function readChoice(choice: AccountChoice): { provider: string; account?: string } {
  if (typeof choice === 'string') return { provider: choice }
  const { provider, account } = choice
  return { provider, ...(account !== undefined && { account }) }
}

/** Of a user's accounts the one that is meant. If none of several is named it is always the same, whatever their order. */
export function findAccount<A extends Pick<Account, 'provider' | 'providerAccountId'>>(
  accounts: readonly A[],
  choice: AccountChoice,
): A | undefined {
  const { provider, account } = readChoice(choice)
  return accounts
    .filter((one) => one.provider === provider)
    .filter((one) => account === undefined || one.providerAccountId === account)
    .sort((a, b) => (a.providerAccountId < b.providerAccountId ? -1 : 1))[0]
}

/** The account of a user at a provider, from the storage. */
async function storedAccount(
  storage: Storage,
  userId: string,
  choice: AccountChoice,
): Promise<StoredAccount> {
  if (!storage.listAccounts) {
    throw new AuthError('Unsupported', 'This storage cannot look up the accounts of a user', {
      field: 'listAccounts',
      hint: "Use one of Portico's own storages; Auth.js adapters have no such method.",
    })
  }
  const account = findAccount(await storage.listAccounts(userId), choice)
  if (account) return account
  const { provider } = readChoice(choice)
  throw new AuthError('SignInAgain', `The user has no account at ${provider}`, { provider })
}

/** Tokens that live in the storage. */
export async function storedTokens(
  storage: Storage,
  userId: string,
  choice: AccountChoice,
): Promise<AccountTokens> {
  const account = await storedAccount(storage, userId, choice)
  const { provider, providerAccountId } = account
  const reread = () => storedAccount(storage, userId, { provider, account: providerAccountId })
  return {
    key: `${provider} ${providerAccountId}`,
    account: { provider, providerAccountId },
    tokens: account,
    reread,
    async keep(tokens, sent) {
      const key = { provider, providerAccountId }
      if (sent && storage.replaceTokens) return storage.replaceTokens(key, sent, tokens)
      if (!storage.updateAccount)
        throw new AuthError('Unsupported', 'This storage cannot update the tokens of an account')
      if (sent && (await reread()).refresh_token !== sent) return false
      return storage.updateAccount({ ...tokens, ...key })
    },
  }
}

/** Without a storage, the tokens of each provider live in a sealed cookie of their own. */
type CookieAccounts = Record<string, TokenSet>

/** They belong to one user: whoever brings another one's session along gets nothing. */
interface SealedAccounts {
  userId: string
  accounts: CookieAccounts
}

/** The tokens in a request's cookie, if they are those of the user whose session came along. */
export async function readCookieTokens(
  config: Config,
  cookie: string,
  secure: boolean,
  userId: string,
): Promise<CookieAccounts> {
  const sealed = config.cookies(secure).read(cookie, 'accounts')
  const claims = sealed ? await config.seal('accounts').open(sealed) : undefined
  // What was sealed for this purpose is what was sealed.
  const kept = claims as SealedAccounts | undefined
  return kept && kept.userId === userId ? kept.accounts : {}
}

/** The cookies that keep these tokens. */
export async function writeCookieTokens(
  config: Config,
  cookie: string,
  secure: boolean,
  { userId, accounts }: SealedAccounts,
): Promise<Cookie[]> {
  const cookies = config.cookies(secure)
  if (Object.keys(accounts).length === 0) return cookies.clear(cookie, cookies.name('accounts'))
  const sealed = await config.seal('accounts').seal({ userId, accounts })
  return cookies.set(cookie, 'accounts', sealed, { maxAge: config.session.maxAge })
}

/** The id token of a user's account, as far as one was kept. */
export async function keptIdToken(
  { config, cookies, origin }: Pick<Context, 'config' | 'cookies' | 'origin'>,
  provider: string,
  userId: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined) return undefined
  if (!config.storage) {
    const secure = origin.startsWith('https:')
    const own = await readCookieTokens(config, cookies.header, secure, userId)
    return own[provider]?.id_token
  }
  const accounts = await config.storage.listAccounts?.(userId)
  return findAccount(accounts ?? [], provider)?.id_token
}
