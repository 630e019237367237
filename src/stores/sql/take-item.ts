import { AuthError } from '../../errors.ts'
import type { StoredItem } from '../../types/item.ts'
import type { Connection } from './connection.ts'
import { sql } from './sql.ts'
import { equals, remove, select } from './statements.ts'
import { selection, type Table, toRecord } from './tables.ts'
import { toItem } from './to-item.ts'
import { matching } from './where.ts'

const maxAttempts = 20

/**
 * Returns an item and deletes it. The statement that deletes decides who gets it. Where it cannot return rows (MySQL), the item is read
 * first, and deleted if it is still that version: the caller who deletes the row has it, others look again. In a draft (D1), the deletion
 * goes into the batch, which fails as a whole if another caller was faster; then the work runs again.
 */
export async function takeItem(
  connection: Connection,
  table: Table,
  key: { kind: string; lookup: string },
): Promise<StoredItem | null> {
  if (connection.dialect.returning && !connection.draft) {
    const { rows } = await connection.write(
      sql`delete from ${table.name} where ${matching(table, key)} returning ${selection(table)}`,
    )
    const taken = rows.map((row) => toRecord(table, row)).find((record) => equals(record, key))
    return taken ? toItem(taken) : null
  }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [record] = await select(connection, table, key)
    if (!record) return null
    const item = toItem(record)
    const { id, version } = item
    if ((await remove(connection, table, { id, version })) > 0) return item
  }
  throw new AuthError('StorageConflict', 'The item kept changing')
}
