import type { Connection } from '../../../stores/sql/connection.ts'
import type { Row } from '../../../stores/sql/dialect.ts'
import { sql } from '../../../stores/sql/sql.ts'
import type { People } from '../person.ts'
import { text } from '../values.ts'
import { named, type TheirTable, type TheirTables } from './tables.ts'
import { toPerson } from './to-person.ts'

/** The number of users to read at once. */
const pageSize = 200

/** The people in a database of Better Auth, in the order of their ids. Nothing is written there. */
export async function* readPeople(
  connection: Connection,
  tables: TheirTables,
  secrets: readonly string[],
): People {
  let last: unknown
  for (;;) {
    const users = await readPage(connection, tables, last)
    const ids = users.map(({ id }) => id)
    const own = async (table: TheirTable) =>
      groupByUser(await readOwn(connection, tables, table, ids))
    const [accounts, sessions, factors, passkeys] = [
      await own('account'),
      await own('session'),
      await own('twoFactor'),
      await own('passkey'),
    ]
    for (const user of users) {
      const id = text(user.id) ?? ''
      yield toPerson(
        {
          user,
          accounts: accounts.get(id) ?? [],
          sessions: sessions.get(id) ?? [],
          factors: factors.get(id) ?? [],
          passkeys: passkeys.get(id) ?? [],
        },
        secrets,
      )
    }
    if (users.length < pageSize) return
    last = ids.at(-1)
  }
}

async function readPage(
  connection: Connection,
  tables: TheirTables,
  last: unknown,
): Promise<Row[]> {
  const table = sql.id(tables.get('user')?.name ?? '')
  const id = sql.id('id')
  const rest = last === undefined ? sql`` : sql`where ${id} > ${last}`
  const { rows } = await connection.read(
    sql`select * from ${table} ${rest} order by ${id} limit ${sql.integer(pageSize)}`,
  )
  return rows.map(named)
}

async function readOwn(
  connection: Connection,
  tables: TheirTables,
  table: TheirTable,
  ids: readonly unknown[],
): Promise<Row[]> {
  const found = tables.get(table)
  if (!found || ids.length === 0) return []
  const userId = sql.id(found.columns.get('userId') ?? 'userId')
  const { rows } = await connection.read(
    sql`select * from ${sql.id(found.name)} where ${userId} in (${sql.join(ids)})`,
  )
  return rows.map(named)
}

function groupByUser(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ userId }) => text(userId) ?? '')
}
