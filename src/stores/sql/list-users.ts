import type { Paging, UserFilter } from '../../types/find.ts'
import type { StoredUser, UserPage } from '../../types/storage.ts'
import { type PlacedUser, pageOfUsers, type UserRange } from '../user-pages.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { type Sql, sql } from './sql.ts'
import { type Column, foldedColumn, selection, type Table } from './tables.ts'

/** A name that no column has. */
const keyName = 'portico: the place in the list'

/** The end of all texts with one beginning: U+10FFFF comes after every other character. */
const last = '\u{10FFFF}'

/** Finds users page by page. Each order has an index, so a page is read from its place on. */
export function listUsers(
  { draft, ...given }: Connection,
  table: Table,
  toUser: (table: Table, row: Row) => StoredUser,
  filter: UserFilter,
  paging: Paging,
): Promise<UserPage> {
  // Listing takes no part in a transaction.
  const connection = draft?.outside ?? given
  return pageOfUsers(filter, paging, async (range) => {
    const { rows } = await connection.read(
      range.order === 'id' ? byId(table, range) : byText(connection, table, range),
    )
    return rows.map(
      ({ [keyName]: key, ...row }): PlacedUser => ({
        user: toUser(table, row),
        key: String(key ?? ''),
      }),
    )
  })
}

function byId(table: Table, { after, count }: UserRange): Sql {
  const { name, codec } = idOf(table)
  const behind = after ? sql`where ${name} > ${codec.encode(after.id)}` : sql``
  return sql`select ${selection(table)} from ${table.name} ${behind} order by ${name} limit ${sql.integer(count)}`
}

/** The qualified column. Its bare name would mean what is selected under it, a text, which sorts 100 before 99. */
function idOf(table: Table): Pick<Column, 'name' | 'codec'> {
  const { name, codec } = table.column('id')
  return { name: sql`${table.name}.${name}`, codec }
}

function byText({ dialect }: Connection, table: Table, range: UserRange): Sql {
  const { order, query, after, count } = range
  const id = idOf(table)
  const folded = foldedColumn(order)
  const key = table.has(folded)
    ? table.column(folded).name
    : dialect.search(table.column(order).name)
  const from = dialect.search(sql`${query}`, true)
  const end = dialect.search(sql`${query + last}`, true)
  const begins = after
    ? sql`${key} >= ${after.key} and (${key}, ${id.name}) > (${after.key}, ${id.codec.encode(after.id)})`
    : sql`${key} >= ${from}`
  const address = dialect.search(table.column('email').name)
  // Users who are found by their address are in that list already.
  const others =
    order === 'name'
      ? sql`and (${table.column('email').name} is null or ${address} < ${from} or ${address} >= ${end})`
      : sql``
  return sql`
    select ${selection(table)}, ${key} as ${sql.id(keyName)} from ${table.name}
    where ${begins} and ${key} < ${end} ${others}
    order by ${key}, ${id.name} limit ${sql.integer(count)}`
}
