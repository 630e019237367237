import type { AuditFilter, Paging } from '../../types/find.ts'
import type { AuditEntry, AuditPage } from '../../types/storage.ts'
import { auditStart, toAuditPage } from '../audit-pages.ts'
import { entriesOf } from '../pages.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { type Sql, sql } from './sql.ts'
import { selection, type Table, toRecord } from './tables.ts'
import { matching } from './where.ts'

/** Finds lines of the audit log, newest first. */
export async function findAudit(
  { draft, ...given }: Connection,
  table: Table,
  toEntry: (record: Row) => AuditEntry,
  { event, since, user }: AuditFilter,
  paging: Paging,
): Promise<AuditPage> {
  const connection = draft?.outside ?? given
  const [at, id] = [table.column('at').name, table.column('id').name]
  const start = auditStart(paging)
  // A user has few lines, and an event many: with a user, the index of the event must not be used.
  const exact = user === undefined ? { ...(event !== undefined && { event }) } : { userId: user }
  const ofEvent =
    user !== undefined && event !== undefined
      ? [sql`coalesce(${table.column('event').name}, '') = ${event}`]
      : []
  const conditions: Sql[] = [
    matching(table, exact),
    ...ofEvent,
    // Without a range, SQLite would read and sort the whole log rather than the end of an index.
    sql`${at} >= ${since?.getTime() ?? 0}`,
    ...(start ? [sql`${at} <= ${start.at} and (${at}, ${id}) < (${start.at}, ${start.id})`] : []),
  ]
  const { rows } = await connection.read(sql`
    select ${selection(table)} from ${table.name} where ${sql.join(conditions, sql` and `)}
    order by ${at} desc, ${id} desc limit ${sql.integer(entriesOf(paging) + 1)}`)
  const lines = rows.map((row) => {
    const record = toRecord(table, row)
    return { ...toEntry(record), id: String(record.id) }
  })
  return toAuditPage(lines, paging)
}
