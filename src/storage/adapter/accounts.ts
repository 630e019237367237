import type { Account } from '../../types/models.ts'
import type { Storage } from '../../types/storage.ts'
import { call, defined, toUserOrNull, writeNew } from './convert.ts'

type Key = Pick<Account, 'provider' | 'providerAccountId'>

/** Accounts through an adapter. Some ORMs take the whole key object for a compound key, so it has these two fields only. */
export function adaptAccounts(adapter: Storage): Storage {
  const compoundKey = ({ provider, providerAccountId }: Key): Key => ({
    providerAccountId,
    provider,
  })
  const owner = async (account: Key) =>
    toUserOrNull(
      await call('getUserByAccount', () => adapter.getUserByAccount?.(compoundKey(account))),
    )
  return {
    ...(adapter.getUserByAccount && { getUserByAccount: owner }),
    ...(adapter.linkAccount && {
      // Auth.js's tables have no column for it, and nothing in this storage could read it back.
      linkAccount: ({ refresh_expires_at: _, ...account }) =>
        writeNew(
          'linkAccount',
          async () => (await owner(account)) !== null,
          () => adapter.linkAccount?.(defined(account)),
        ),
    }),
    ...(adapter.unlinkAccount && {
      unlinkAccount: (account) =>
        call('unlinkAccount', () => adapter.unlinkAccount?.(compoundKey(account))),
    }),
    ...(adapter.getAccount && {
      getAccount: async (providerAccountId, provider) => {
        const account = await call('getAccount', () =>
          adapter.getAccount?.(providerAccountId, provider),
        )
        const asked =
          account?.providerAccountId === providerAccountId && account.provider === provider
        return asked ? { ...account, userId: String(account.userId) } : null
      },
    }),
  }
}
