import type { Connection } from './connection.ts'
import { schema } from './schema.ts'
import { type Sql, sql } from './sql.ts'
import type { Table, Tables } from './tables.ts'

/** The number of expired rows of a table that go at once: few enough to hold no lock for long. */
const batchRows = 500
/** The bounds of one call, in rows and milliseconds. The next call goes on from there. */
const maxRows = 100_000
const maxMilliseconds = 10_000

/** Servers' clocks differ: what has just expired by one of them may still hold by another. */
const clockSlackMilliseconds = 60 * 60 * 1000

/** The settings of a sweep. */
export interface SweepOptions {
  /** The time in milliseconds since 1970. */
  now: number
  /** The greatest age of a line of the audit log, in milliseconds; undefined if age does not count. */
  retention: number | undefined
}

/** A table, and the condition for its rows that are too old. */
interface Old {
  table: Table
  rows: Sql
  /** The column to sort by age; absent if it holds times in several forms. */
  by?: Sql
}

/**
 * Deletes expired rows, batch by batch and table by table, as long as a batch comes back full; stops after 100,000 rows or ten seconds.
 * Returns how many rows went.
 */
export async function sweep(
  { draft, ...given }: Connection,
  tables: Partial<Tables>,
  options: SweepOptions,
): Promise<number> {
  // Expired rows are deleted at once, even if a draft fails.
  const connection = draft?.outside ?? given
  const end = performance.now() + maxMilliseconds
  let gone = 0
  let open = oldRows(connection, tables, options)
  while (open.length > 0) {
    const full: Old[] = []
    for (const old of open) {
      const rows = await sweepBatch(connection, old)
      gone += rows
      if (rows === batchRows) full.push(old)
      if (gone >= maxRows || performance.now() >= end) return gone
    }
    open = full
  }
  return gone
}

function oldRows(
  { dialect }: Connection,
  tables: Partial<Tables>,
  { now, retention }: SweepOptions,
): Old[] {
  const { sessions, verificationTokens, items, claims, limits, leases, audit } = tables
  const expired = [sessions, verificationTokens, items, claims, limits].flatMap((table): Old[] => {
    if (!table) return []
    const { name, codec } = table.column('expires')
    const isDate = schema[table.key].columns.expires?.kind === 'date'
    const time = new Date(now - clockSlackMilliseconds)
    if (codec.until) return [{ table, rows: codec.until(name, time) }]
    const rows = sql`${name} <= ${codec.encode(isDate ? time : time.getTime())}`
    return [{ table, rows, by: name }]
  })
  if (leases) {
    const by = leases.column('expires').name
    expired.push({ table: leases, rows: sql`${by} <= ${dialect.clock}`, by })
  }
  if (audit && retention !== undefined) {
    const oldest = Math.trunc(now - retention)
    const by = audit.column('at').name
    expired.push({ table: audit, rows: sql`${by} <= ${oldest}`, by })
  }
  return expired
}

async function sweepBatch(connection: Connection, { table, rows, by }: Old): Promise<number> {
  // In order, because PostgreSQL would otherwise read the whole table for any 500 of them once many have expired.
  const inOrder = by ? sql`order by ${by} ` : sql``
  const old = sql`where ${rows} ${inOrder}limit ${sql.integer(batchRows)}`
  if (connection.dialect.upsert === 'on duplicate key') {
    return (await connection.write(sql`delete from ${table.name} ${old}`)).changes
  }
  const keys = sql.join((schema[table.key].primary ?? []).map((key) => table.column(key).name))
  const done = await connection.write(
    sql`delete from ${table.name} where (${keys}) in (select ${keys} from ${table.name} ${old})`,
  )
  return done.changes
}
