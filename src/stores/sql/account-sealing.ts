import type { Account } from '../../types/models.ts'
import type { StoredAccount } from '../../types/storage.ts'
import type { Vault } from '../vault.ts'
import type { Row } from './dialect.ts'
import { joinExtra, moveToExtra, splitExtra, tooShort, withMergedExtra } from './extra-column.ts'
import { schema } from './schema.ts'
import { type Table, withoutNulls } from './tables.ts'

/** The key that an account is found by. */
export type Key = Pick<Account, 'provider' | 'providerAccountId'>
/** The changes of an account, with its key. */
export type Changes = Partial<StoredAccount> & Key

/** Converts accounts to sealed rows of their table, and back. */
export interface Sealing {
  /** True if a change touches what may be in `extra`: fields without a column, with a short one, or with one that was added later. */
  touchesExtra(changes: Changes): boolean
  open(record: Row): Promise<StoredAccount>
  seal(account: StoredAccount): Promise<Row>
  /** `extra` seals all fields without a column as one value, so it is opened first to keep the others. */
  sealChanges(changes: Changes, before: Row): Promise<Row>
}

/** The sealing of one table. */
export function createSealing(table: Table, vault: Vault): Sealing {
  const hasShort = table.columns.some(({ maxLength }) => maxLength !== undefined)
  /** Only sealed tokens show whether the columns are long enough: they are longer than the tokens. */
  const lock = async (key: Key, fields: Row) => {
    const locked = await vault.lock(key, fields)
    const long = tooShort(table, locked)
    return long.length === 0 ? locked : vault.lock(key, moveToExtra(fields, long))
  }
  const touchesExtra = (changes: Changes) =>
    hasShort ||
    Object.entries(changes).some(([key, value]) => value !== undefined && !isPlanned(key))
  return {
    touchesExtra,
    open: async (record: Row) => toAccount(await vault.unlock(accountKey(record), record)),
    seal: (account: StoredAccount) => lock(account, splitExtra(table, account)),
    async sealChanges(changes: Changes, before: Row) {
      const next = splitExtra(table, changes)
      if (!touchesExtra(changes)) return lock(changes, next)
      const { extra } = await vault.unlock(changes, before)
      return lock(changes, withMergedExtra(next, extra))
    },
  }
}

function isPlanned(field: string): boolean {
  return Object.hasOwn(schema.accounts.columns, field)
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
