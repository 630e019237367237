import { AuthError } from '../../errors.ts'
import type { Account } from '../../types/models.ts'
import type { Storage } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import { call, toUserOrNull, writeNew } from './convert.ts'

type Key = Pick<Account, 'provider' | 'providerAccountId'>

/**
 * Accounts through an adapter. Some ORMs take the whole key object for a compound key, so it has only `provider` and `providerAccountId`.
 */
export function adaptAccounts(adapter: Storage): Storage {
  const compoundKey = ({ provider, providerAccountId }: Key): Key => ({
    providerAccountId,
    provider,
  })
  const getAccount = async ({ provider, providerAccountId }: Key) => {
    const account = await call('getAccount', () =>
      adapter.getAccount?.(providerAccountId, provider),
    )
    const asked = account?.providerAccountId === providerAccountId && account.provider === provider
    return asked ? { ...account, userId: String(account.userId) } : null
  }
  const find = async (account: Key) =>
    toUserOrNull(
      await call('getUserByAccount', () => adapter.getUserByAccount?.(compoundKey(account))),
    )
  // A database that ignores case or spaces finds another user's account. Only `getAccount` returns which one it found.
  const owner = async (account: Key) => {
    const user = await find(account)
    if (!user || !adapter.getAccount) return user
    return (await getAccount(account))?.userId === user.id ? user : null
  }
  const isTaken = async (account: Key) => {
    if (await owner(account)) return true
    if (await find(account)) throw takenForOne()
    return false
  }
  return {
    ...(adapter.getUserByAccount && { getUserByAccount: owner }),
    ...(adapter.linkAccount && {
      // Auth.js's tables have no columns for these fields, and nothing in this storage could read them back.
      linkAccount: ({ refresh_expires_at: _, accountName: _name, ...account }) =>
        writeNew(
          'linkAccount',
          () => isTaken(account),
          () => adapter.linkAccount?.(defined(account)),
        ),
    }),
    ...(adapter.unlinkAccount && {
      unlinkAccount: async (account) => {
        if (adapter.getAccount && !(await getAccount(account))) return null
        return call('unlinkAccount', () => adapter.unlinkAccount?.(compoundKey(account)))
      },
    }),
    ...(adapter.getAccount && {
      getAccount: (providerAccountId, provider) => getAccount({ providerAccountId, provider }),
    }),
  }
}

function takenForOne(): AuthError {
  return new AuthError('StorageError', 'The database takes two accounts for the same one', {
    field: 'accounts',
    hint: 'Give the columns provider and providerAccountId a collation that tells upper from lower case, such as utf8mb4_bin.',
  })
}
