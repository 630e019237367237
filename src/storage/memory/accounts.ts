import type { Accounts } from '../parts.ts'
import { values } from './bounded-map.ts'
import { conflict, copy, keyOf, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Accounts. */
export function accounts({ users, accounts }: Tables, write: Write): Accounts {
  return {
    linkAccount: (account) =>
      write(() => {
        if (!users.get(account.userId)) throw conflict('no user with this id (any more)')
        if (accounts.get(keyOf(account))) throw conflict('this account of the platform')
        accounts.set(keyOf(account), copy(account))
      }),
    unlinkAccount: (account) => write(() => void accounts.delete(keyOf(account))),
    getAccount: (providerAccountId, provider) =>
      copy(accounts.get(keyOf({ provider, providerAccountId })) ?? null),
    updateAccount: (changes) =>
      write(() => {
        const before = accounts.get(keyOf(changes))
        if (before) accounts.set(keyOf(changes), copy({ ...before, ...changes }))
        return before !== undefined
      }),
    listAccounts: (userId) =>
      [...values(accounts)].filter((account) => account.userId === userId).map(copy),
  }
}
