import type { Account } from '../../types/models.ts'
import type { StoredAccount } from '../../types/storage.ts'
import type { Accounts } from '../parts.ts'
import type { Vault } from '../vault.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { joinExtra, moveToExtra, splitExtra, tooShort, withMergedExtra } from './extra-column.ts'
import { lockUser, withOwner } from './lock-user.ts'
import { schema } from './schema.ts'
import { insertFor, remove, select, update } from './statements.ts'
import { type Table, type Tables, withoutNulls } from './tables.ts'

type Key = Pick<Account, 'provider' | 'providerAccountId'>
type Changes = Partial<StoredAccount> & Key

/** How accounts come into the columns of their table, sealed, and out of them. */
function createSealing(table: Table, vault: Vault) {
  const hasShort = table.columns.some(({ maxLength }) => maxLength !== undefined)
  /** A sealed token is longer than the token, so only now it shows what the columns can hold. */
  const lock = async (key: Key, fields: Row) => {
    const locked = await vault.lock(key, fields)
    const long = tooShort(table, locked)
    return long.length === 0 ? locked : vault.lock(key, moveToExtra(fields, long))
  }
  /** Whether a change touches what may be in `extra`: fields that have no column, a short one, or one that was added later. */
  const touchesExtra = (changes: Changes) =>
    hasShort ||
    Object.entries(changes).some(([key, value]) => value !== undefined && !isPlanned(key))
  return {
    touchesExtra,
    open: async (record: Row) => toAccount(await vault.unlock(accountKey(record), record)),
    seal: (account: StoredAccount) => lock(account, splitExtra(table, account)),
    /** Fields without a column are one sealed value, so those of them that stay must be opened first. */
    async sealChanges(changes: Changes, before: Row) {
      const next = splitExtra(table, changes)
      if (!touchesExtra(changes)) return lock(changes, next)
      const { extra } = await vault.unlock(changes, before)
      return lock(changes, withMergedExtra(next, extra))
    },
  }
}

/** Accounts in SQL; their tokens pass through the vault. */
export function accounts(connection: Connection, tables: Tables, vault: Vault): Accounts {
  const { accounts: table, users } = tables
  const { open, seal, sealChanges, touchesExtra } = createSealing(table, vault)
  const change = <T>(key: Key, work: (connection: Connection, before: Row) => Promise<T>) =>
    withOwner(connection, users, table, pick(key), work)
  const write = async (changes: Changes, mayWrite = async (_before: Row) => true) => {
    const done = await change(changes, async (connection, before) => {
      if (!(await mayWrite(before))) return false
      await update(connection, table, await sealChanges(changes, before), pick(changes))
      return true
    })
    return done ?? false
  }
  /** Whose account it is is known, so nothing is read but what must be merged. */
  const updateOwned = (changes: Changes, userId: string) =>
    connection.transaction(async (connection) => {
      await lockUser(connection, users, userId)
      const where = { ...pick(changes), userId }
      const [before] = touchesExtra(changes) ? await select(connection, table, where) : [{}]
      if (!before) return false
      const changed = await update(connection, table, await sealChanges(changes, before), where)
      // Some drivers do not count a row that was like this already.
      return changed > 0 || (await select(connection, table, where)).length > 0
    })
  return {
    async linkAccount(account) {
      const record = { ...(await seal(account)), userId: account.userId }
      await insertFor(connection, users, table, record, connection.dialect.exclusive)
    },
    unlinkAccount: (account) =>
      change(account, (connection) => remove(connection, table, pick(account))),
    async getAccount(providerAccountId, provider) {
      const [record] = await select(connection, table, { provider, providerAccountId })
      return record ? open(record) : null
    },
    updateAccount: (changes) =>
      changes.userId === undefined ? write(changes) : updateOwned(changes, changes.userId),
    replaceTokens: (account, sent, tokens) =>
      write({ ...tokens, ...pick(account) }, async (before) => {
        const { refresh_token } = await open(before)
        return refresh_token === sent
      }),
    async listAccounts(userId) {
      const records = await select(connection, table, { userId })
      return Promise.all(records.map(open))
    },
  }
}

function isPlanned(field: string): boolean {
  return Object.hasOwn(schema.accounts.columns, field)
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
