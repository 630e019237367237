import { sql } from 'kysely'
import type { Connection } from './connection.ts'
import { schema } from './schema.ts'
import type { Table, Tables } from './tables.ts'

/** How many expired rows of a table go at once: few enough to hold no lock for long. */
const batchRows = 500

/** Removes a batch of what has expired from each table; says how many rows went. */
export async function sweep(
  connection: Connection,
  { sessions, verificationTokens, claims, limits }: Tables,
  now: number,
): Promise<number> {
  let gone = 0
  for (const table of [sessions, verificationTokens, claims, limits]) {
    gone += await sweepTable(connection, table, now)
  }
  return gone
}

async function sweepTable(connection: Connection, table: Table, now: number): Promise<number> {
  const { name: expires, codec } = table.column('expires')
  const { kind } = schema[table.key].columns.expires ?? {}
  const time = codec.encode(kind === 'date' ? new Date(now) : now)
  const old = sql`where ${expires} <= ${time} limit ${sql.lit(batchRows)}`
  if (connection.dialect.upsert === 'on duplicate key') {
    return (await connection.write(sql`delete from ${table.name} ${old}`)).changes
  }
  const keys = sql.join((schema[table.key].primary ?? []).map((key) => table.column(key).name))
  const done = await connection.write(
    sql`delete from ${table.name} where (${keys}) in (select ${keys} from ${table.name} ${old})`,
  )
  return done.changes
}
