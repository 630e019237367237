import { defined } from '../defined.ts'
import type { Accounts } from '../parts.ts'
import { values } from './bounded-map.ts'
import { accountKey, conflict, copy, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Accounts in memory. */
export function accounts({ users, accounts }: Tables, write: Write): Accounts {
  return {
    linkAccount: (account) =>
      write(() => {
        if (!users.get(account.userId)) throw conflict('no user with this id (any more)')
        if (accounts.get(accountKey(account))) throw conflict('this account of the platform')
        accounts.set(accountKey(account), copy(account))
      }),
    unlinkAccount: (account) => write(() => void accounts.delete(accountKey(account))),
    getAccount: (providerAccountId, provider) =>
      copy(accounts.get(accountKey({ provider, providerAccountId })) ?? null),
    updateAccount: (changes) =>
      write(() => {
        const before = accounts.get(accountKey(changes))
        if (!before || before.userId !== (changes.userId ?? before.userId)) return false
        accounts.set(accountKey(changes), copy({ ...before, ...defined(changes) }))
        return true
      }),
    replaceTokens: (account, sent, tokens) =>
      write(() => {
        const { provider, providerAccountId } = account
        const before = accounts.get(accountKey(account))
        if (before?.refresh_token !== sent) return false
        const next = { ...before, ...defined(tokens), provider, providerAccountId }
        accounts.set(accountKey(account), copy(next))
        return true
      }),
    listAccounts: (userId) =>
      [...values(accounts)].filter((account) => account.userId === userId).map(copy),
  }
}
