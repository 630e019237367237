import { AuthError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { equals, select, selectRows } from './statements.ts'
import { type Table, toRecord } from './tables.ts'
import type { Where } from './where.ts'

const maxAttempts = 5

/**
 * Locks a user's row until the transaction ends. Every change of what belongs to a user begins with this: with one order for all, no two
 * transactions wait for each other.
 */
export async function lockUser(connection: Connection, users: Table, id: string): Promise<void> {
  if (!connection.locked?.has(id)) await lockRows(connection, users, id)
}

/** The rows of a user, locked as `lockUser` does it. */
export async function lockRows(
  connection: Connection,
  users: Table,
  id: string,
): Promise<readonly Row[]> {
  const rows = await selectRows(connection, users, { id }, connection.dialect.exclusive)
  if (users.guard && !connection.locked?.has(id)) await connection.write(users.guard(id))
  connection.locked?.add(id)
  return rows
}

/** The record of a user, locked as `lockUser` does it. */
export async function lockRecord(
  connection: Connection,
  users: Table,
  id: string,
): Promise<Row | undefined> {
  const rows = await lockRows(connection, users, id)
  return rows.map((row) => toRecord(users, row)).find((record) => equals(record, { id }))
}

/** Runs the work on a row that belongs to a user, with both of them locked; undefined when there is no such row. */
export function withOwner<T>(
  connection: Connection,
  users: Table,
  table: Table,
  where: Where,
  work: (connection: Connection, record: Row) => Promise<T>,
): Promise<T | undefined> {
  return connection.transaction(async (connection) => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const [found] = await select(connection, table, where)
      if (!found) return undefined
      await lockUser(connection, users, String(found.userId))
      const [record] = await select(connection, table, where, connection.dialect.exclusive)
      if (!record) return undefined
      // The row may have got another owner while this waited for the lock.
      if (record.userId === found.userId) return work(connection, record)
    }
    throw new AuthError('StorageConflict', 'The row kept changing its owner')
  })
}
