import type { Account } from '../../types/models.ts'
import type { StoredAccount } from '../../types/storage.ts'
import type { Accounts } from '../parts.ts'
import type { Vault } from '../vault.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { joinExtra, mergeExtra, splitExtra } from './extra.ts'
import { withOwner } from './owner.ts'
import { insertFor, remove, select, update } from './statements.ts'
import { type Tables, withoutNulls } from './tables.ts'

type Key = Pick<Account, 'provider' | 'providerAccountId'>

/** Accounts in SQL; their tokens pass through the vault. */
export function accounts(connection: Connection, tables: Tables, vault: Vault): Accounts {
  const { accounts: table, users } = tables
  const open = async (record: Row) => toAccount(await vault.unlock(accountKey(record), record))
  const change = <T>(key: Key, work: (connection: Connection, before: Row) => Promise<T>) =>
    withOwner(connection, users, table, pick(key), work)
  /** Fields without a column are one sealed value, so those of them that stay must be opened first. */
  const seal = async (changes: Partial<StoredAccount> & Key, before: Row) => {
    const next = splitExtra(table, changes)
    if (next.extra) {
      const { extra } = await vault.unlock(changes, before)
      next.extra = mergeExtra(extra, next.extra)
    }
    return vault.lock(changes, next)
  }
  return {
    async linkAccount(account) {
      const locked = await vault.lock(account, splitExtra(table, account))
      const record = { ...locked, userId: account.userId }
      await insertFor(connection, users, table, record, connection.dialect.exclusive)
    },
    unlinkAccount: (account) =>
      change(account, (connection) => remove(connection, table, pick(account))),
    async getAccount(providerAccountId, provider) {
      const [record] = await select(connection, table, { provider, providerAccountId })
      return record ? open(record) : null
    },
    async updateAccount(changes) {
      const done = await change(changes, async (connection, before) => {
        await update(connection, table, await seal(changes, before), pick(changes))
        return true
      })
      return done ?? false
    },
    async replaceTokens(account, sent, tokens) {
      const key = pick(account)
      const done = await change(key, async (connection, before) => {
        if ((await open(before)).refresh_token !== sent) return false
        await update(connection, table, await seal({ ...tokens, ...key }, before), key)
        return true
      })
      return done ?? false
    },
    async listAccounts(userId) {
      const records = await select(connection, table, { userId })
      return Promise.all(records.map(open))
    },
  }
}

function pick({ provider, providerAccountId }: Key): Key {
  return { provider, providerAccountId }
}

function accountKey(record: Row): Key {
  return { provider: String(record.provider), providerAccountId: String(record.providerAccountId) }
}

function toAccount(record: Row): StoredAccount {
  const { userId, type, ...fields } = withoutNulls(joinExtra(record))
  return {
    ...fields,
    ...accountKey(record),
    userId: String(userId),
    type: String(type),
  }
}
