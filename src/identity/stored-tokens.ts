import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { TokenSet } from '../types/models.ts'
import type { OwnedLease, Storage, StoredAccount } from '../types/storage.ts'
import type { TokenStore } from './access-tokens.ts'
import {
  type AccountChoice,
  type AccountTokens,
  findAccount,
  readChoice,
} from './account-tokens.ts'
import { assertGranted } from './granted-scopes.ts'
import { tellOf } from './happened.ts'
import { refreshLease } from './refresh-lease.ts'
import { requireUserId } from './require-user.ts'
import { type UnsavedTokens, unsavedTokens } from './unsaved-tokens.ts'

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

type AccountPlace = Pick<StoredAccount, 'userId' | 'provider' | 'providerAccountId'>

/** An account that comes with the lease of its refresh, and takes it back with its new tokens, where the storage does both at once. */
function leasedAccount(storage: Storage, place: AccountPlace) {
  let found: StoredAccount | undefined
  let lease: OwnedLease | undefined
  let isOver = false
  return {
    async take(wanted: OwnedLease & { seconds: number }): Promise<boolean | undefined> {
      const account = await storage.leaseAccount?.(place, wanted)
      found = account ?? undefined
      lease = account ? wanted : undefined
      isOver = false
      return account === undefined ? undefined : account !== null
    },
    /** The account that came with the lease, once: later it may have changed. */
    read(): StoredAccount | undefined {
      const account = found
      found = undefined
      return account
    },
    async end(account: AccountPlace, sent: string, tokens: TokenSet): Promise<boolean | undefined> {
      const ended = lease && (await storage.endRefresh?.(account, sent, tokens, lease))
      isOver ||= ended === true
      return ended
    },
    isOver: () => isOver,
  }
}

/** Tokens that live in the storage. */
async function storedTokens(
  app: App,
  unsaved: UnsavedTokens,
  userId: string,
  choice: AccountChoice,
): Promise<AccountTokens> {
  const storage = requireStorage(app.config)
  const found = await storedAccount(storage, userId, choice)
  const { provider, providerAccountId } = found
  const place = { provider, providerAccountId }
  let latest = found
  const own = leasedAccount(storage, { ...place, userId })
  const reread = async () => {
    const choice = { provider, account: providerAccountId }
    latest = own.read() ?? (await storedAccount(storage, userId, choice))
    return latest
  }
  const key = `${provider} ${providerAccountId}`
  const account = (await unsaved.settle(key)) ? await reread() : found
  const write = async (tokens: TokenSet, sent?: string) => {
    const ended = sent ? await own.end(latest, sent, tokens) : undefined
    if (ended !== undefined) return ended
    if (sent && storage.replaceTokens) return storage.replaceTokens(latest, sent, tokens)
    if (!storage.updateAccount)
      throw new AuthError('Unsupported', 'This storage cannot update the tokens of an account')
    if (sent && (await reread()).refresh_token !== sent) return false
    return storage.updateAccount({ ...tokens, ...place })
  }
  // Another server was refused the old token meanwhile, and forgot it; what the platform gave for it is good.
  const restore = async (tokens: TokenSet) =>
    !(await reread()).refresh_token && (await write(tokens))
  return {
    key,
    // Until the new tokens are written, nobody else may send the old one.
    lease: refreshLease(app, storage, {
      account: key,
      take: own.take,
      isOver: own.isOver,
      afterwards: (release) => unsaved.afterwards(key, release),
    }),
    account: place,
    tokens: account,
    reread,
    keep: (tokens, sent) =>
      sent && tokens.access_token
        ? unsaved.keep(
            key,
            () => write(tokens, sent),
            async () => (await write(tokens, sent)) || restore(tokens),
          )
        : write(tokens, sent),
  }
}

/** Tokens that are kept in the storage, with the accounts that they belong to. */
export function storedTokenStore(reader: SessionReader): TokenStore {
  const unsaved = unsavedTokens(reader)
  return {
    async open(who, choice, options) {
      const userId = await requireUserId(reader, who)
      const found = await storedTokens(reader, unsaved, userId, choice)
      const { provider } = readChoice(choice)
      await assertGranted(reader, { who, userId, provider }, found.tokens, options)
      return found
    },
    async revoked(who, provider) {
      const userId = await requireUserId(reader, who)
      await tellOf(reader, who, { event: 'revoke', userId, provider })
    },
  }
}
