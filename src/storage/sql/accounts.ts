import { sql } from 'kysely'
import type { Account } from '../../types/models.ts'
import type { StoredAccount } from '../../types/storage.ts'
import type { Accounts } from '../parts.ts'
import type { Vault } from '../vault.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { joinExtra, mergeExtra, splitExtra } from './extra.ts'
import { insertFor, remove, select, update } from './statements.ts'
import { type Table, type Tables, withoutNulls } from './tables.ts'

type Key = Pick<Account, 'provider' | 'providerAccountId'>

/** Accounts in SQL; their tokens pass through the vault. */
export function accounts(connection: Connection, tables: Tables, vault: Vault): Accounts {
  const { accounts: table, users } = tables
  const open = async (record: Row) => toAccount(await vault.unlock(accountKey(record), record))
  return {
    async linkAccount(account) {
      const locked = await vault.lock(account, splitExtra(table, account))
      await insertFor(connection, users, table, { ...locked, userId: account.userId })
    },
    unlinkAccount: (account) => remove(connection, table, pick(account)),
    async getAccount(providerAccountId, provider) {
      const found = await select(connection, table, { provider, providerAccountId })
      const record = found.find((each) => each.providerAccountId === providerAccountId)
      return record ? open(record) : null
    },
    async updateAccount(changes) {
      const next = splitExtra(table, changes)
      if (!next.extra) {
        return (await update(connection, table, await vault.lock(changes, next), pick(changes))) > 0
      }
      return connection.transaction((connection) =>
        updateExtra(connection, table, vault, changes, next),
      )
    },
    async listAccounts(userId) {
      const records = await select(connection, table, { userId })
      return Promise.all(records.map(open))
    },
  }
}

/** Fields without a column are one sealed value, so the others of them must be read first. */
async function updateExtra(
  connection: Connection,
  table: Table,
  vault: Vault,
  key: Key,
  next: Row,
) {
  const [record] = await select(connection, table, pick(key), sql.raw(connection.dialect.exclusive))
  if (!record) return false
  const before = await vault.unlock(key, record)
  const merged = { ...next, extra: mergeExtra(before.extra, next.extra) }
  return (await update(connection, table, await vault.lock(key, merged), pick(key))) > 0
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
