import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Storage, StoredAccount } from '../types/storage.ts'
import type { TokenStore } from './access-tokens.ts'
import {
  type AccountChoice,
  type AccountTokens,
  findAccount,
  readChoice,
} from './account-tokens.ts'
import { tellOf } from './happened.ts'
import { refreshLease } from './refresh-lease.ts'
import { requireUserId } from './require-user.ts'

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
async function storedTokens(
  app: App,
  userId: string,
  choice: AccountChoice,
): Promise<AccountTokens> {
  const storage = requireStorage(app.config)
  const account = await storedAccount(storage, userId, choice)
  const { provider, providerAccountId } = account
  const reread = () => storedAccount(storage, userId, { provider, account: providerAccountId })
  const key = `${provider} ${providerAccountId}`
  return {
    key,
    lease: refreshLease(app, storage, key),
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

/** Tokens that are kept in the storage, with the accounts that they belong to. */
export function storedTokenStore(reader: SessionReader): TokenStore {
  return {
    async open(who, choice) {
      return storedTokens(reader, await requireUserId(reader, who), choice)
    },
    async revoked(who, provider) {
      const userId = await requireUserId(reader, who)
      await tellOf(reader, who, { event: 'revoke', userId, provider })
    },
  }
}
