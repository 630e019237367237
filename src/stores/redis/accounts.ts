import type { StoredAccount } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import type { Accounts } from '../parts.ts'
import type { Vault } from '../vault.ts'
import { delist, enlist, listed } from './lists.ts'
import {
  type AccountKey,
  type Atomically,
  accountPlace,
  conflict,
  type KeptAccount,
  needUser,
  places,
  readAccount,
  readAll,
} from './records.ts'

/** Accounts in Redis; their tokens pass through the vault. */
export function accounts(atomically: Atomically, vault: Vault): Accounts {
  const lock = async ({ provider, providerAccountId, userId, type, ...extra }: StoredAccount) => {
    const key = { provider, providerAccountId }
    return { ...key, userId, type, ...(await vault.lock(key, { extra })) }
  }
  const unlock = async (kept: KeptAccount): Promise<StoredAccount> => {
    const { extra, ...account } = await vault.unlock(kept, kept)
    return { ...Object(extra), ...account }
  }
  return {
    async linkAccount(account) {
      const place = accountPlace(account)
      const kept = await lock(account)
      return atomically(async (keys) => {
        await needUser(keys, account.userId)
        if (await readAccount(keys, place)) throw conflict('this account of the platform')
        keys.set(place, kept)
        await enlist(keys, places.accountsOf(account.userId), place)
      })
    },
    unlinkAccount: (account) => {
      const place = accountPlace(account)
      return atomically(async (keys) => {
        const found = await readAccount(keys, place)
        if (!found) return
        keys.delete(place)
        await delist(keys, places.accountsOf(found.userId), [place])
      })
    },
    async getAccount(providerAccountId, provider) {
      const place = accountPlace({ provider, providerAccountId })
      const found = await atomically((keys) => readAccount(keys, place))
      return found ? unlock(found) : null
    },
    updateAccount: (changes: Partial<StoredAccount> & AccountKey) =>
      atomically(async (keys) => {
        const place = accountPlace(changes)
        const before = await readAccount(keys, place)
        if (!before || before.userId !== (changes.userId ?? before.userId)) return false
        keys.set(place, await lock({ ...(await unlock(before)), ...defined(changes) }))
        return true
      }),
    replaceTokens: (account, sent, tokens) =>
      atomically(async (keys) => {
        const { provider, providerAccountId } = account
        const kept = await readAccount(keys, accountPlace(account))
        const before = kept && (await unlock(kept))
        if (before?.refresh_token !== sent) return false
        const next = { ...before, ...defined(tokens), provider, providerAccountId }
        keys.set(accountPlace(account), await lock(next))
        return true
      }),
    async listAccounts(userId) {
      const found = await atomically(async (keys) =>
        readAll(keys, await listed(keys, places.accountsOf(userId)), readAccount),
      )
      return Promise.all(found.map(unlock))
    },
  }
}
