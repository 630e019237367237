import type { Accounts, RefreshesAtOnce } from '../parts.ts'
import type { Vault } from '../vault.ts'
import { type Changes, createSealing, type Key, type Sealing } from './account-sealing.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { lockUser, withOwner } from './lock-user.ts'
import { type Reading, refreshesAtOnce } from './refresh-at-once.ts'
import { insertFor, remove, select, update } from './statements.ts'
import { swapTokens } from './swap-tokens.ts'
import type { Tables } from './tables.ts'

/** Accounts in SQL; their tokens pass through the vault. */
export function accounts(
  connection: Connection,
  tables: Tables,
  vault: Vault,
): Accounts & RefreshesAtOnce {
  const { accounts: table, users } = tables
  const sealing = createSealing(table, vault)
  const { seal, sealChanges, touchesExtra } = sealing
  const reading = createReading(sealing)
  const { open, rowOf } = reading
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
  /** The user is known, so only what must be merged is read. */
  const updateOwned = (changes: Changes, userId: string) =>
    connection.transaction(async (connection) => {
      await lockUser(connection, users, userId)
      const where = { ...pick(changes), userId }
      const [before] = touchesExtra(changes) ? await select(connection, table, where) : [{}]
      if (!before) return false
      const changed = await update(connection, table, await sealChanges(changes, before), where)
      // Some drivers do not count rows whose values stay the same.
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
    async replaceTokens(account, sent, tokens) {
      const changes = { ...tokens, ...pick(account) }
      const before = rowOf(account)
      const swapped = await swapTokens(connection, table, sealing, { changes, sent, before })
      return (
        swapped ?? write(changes, async (before) => (await open(before)).refresh_token === sent)
      )
    },
    async listAccounts(userId) {
      const records = await select(connection, table, { userId })
      return Promise.all(records.map(open))
    },
    ...refreshesAtOnce(connection, tables, sealing, reading),
  }
}

/** Opens accounts and remembers their rows: an account that is passed back can be compared without reading it again. */
function createReading(sealing: Sealing): Reading {
  const rows = new WeakMap<object, Row>()
  return {
    async open(record) {
      const account = await sealing.open(record)
      rows.set(account, record)
      return account
    },
    rowOf: (account) => rows.get(account),
  }
}

function pick({ provider, providerAccountId }: Key): Key {
  return { provider, providerAccountId }
}
