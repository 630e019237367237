import { type RawBuilder, sql } from 'kysely'
import { AuthError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { type Column, selection, type Table, toRecord } from './tables.ts'

/** Fields and the values they must have. */
export type Where = Readonly<Record<string, unknown>>

type Assignment = readonly [column: Column, value: unknown]

/** The columns of a record and what to write into them; fields that are undefined are left alone. */
function assignments(table: Table, record: Row): Assignment[] {
  return table.columns.flatMap((column): Assignment[] => {
    const value = record[column.key]
    return value === undefined || column.automatic
      ? []
      : [[column, value === null ? null : column.codec.encode(value)]]
  })
}

/** The part of a statement that picks rows; `alias` is the table's name in a join. */
export function matching(table: Table, where: Where, alias?: string): RawBuilder<unknown> {
  const conditions = Object.entries(where).map(([key, value]) => {
    const { name, codec } = table.column(key)
    return sql`${alias ? sql`${sql.id(alias)}.` : sql``}${name} = ${codec.encode(value)}`
  })
  return sql.join(conditions, sql` and `)
}

/** Inserts one row; says the id that the database made, if it made one. */
export async function insert(
  connection: Connection,
  table: Table,
  record: Row,
): Promise<string | undefined> {
  const [columns, values] = filled(table, record)
  const made = table.columns.find((column) => column.automatic)
  const returning = made && connection.dialect.returning ? sql`returning ${made.name} as id` : sql``
  const { rows, insertId } = await connection.write(
    sql`insert into ${table.name} (${columns}) values (${values}) ${returning}`,
  )
  return made && String(rows[0]?.id ?? insertId)
}

/**
 * Inserts one row for a user, if that user exists: in one statement and with the user's row locked first, because tables
 * that were taken over may lack the foreign key that would see to it.
 */
export async function insertFor(
  connection: Connection,
  users: Table,
  table: Table,
  record: Row & { userId: string },
  lock: string,
): Promise<void> {
  const [columns, values] = filled(table, record)
  const { changes } = await connection.write(sql`
    insert into ${table.name} (${columns})
    select ${values} from ${users.name} where ${matching(users, { id: record.userId })}
    ${sql.raw(lock)}`)
  if (changes === 0) {
    throw new AuthError('StorageConflict', 'The storage has no user with this id (any more)')
  }
}

/** The rows that match, as they are. */
export async function selectRows(
  connection: Connection,
  table: Table,
  where: Where,
  more: RawBuilder<unknown> = sql``,
): Promise<readonly Row[]> {
  const { rows } = await connection.read(
    sql`select ${selection(table)} from ${table.name} where ${matching(table, where)} ${more}`,
  )
  return rows
}

/** The rows that match, as records. Tables that were taken over may ignore case and accents; this does not. */
export async function select(
  connection: Connection,
  table: Table,
  where: Where,
  more?: RawBuilder<unknown>,
): Promise<Row[]> {
  const rows = await selectRows(connection, table, where, more)
  return rows.map((row) => toRecord(table, row)).filter((record) => equals(record, where))
}

/** Whether a record has exactly these values: databases may call texts equal that are not. */
export function equals(record: Row, where: Where): boolean {
  return Object.entries(where).every(([key, value]) => record[key] === String(value))
}

/** Changes the rows that match; says how many there were. */
export async function update(
  connection: Connection,
  table: Table,
  changes: Row,
  where: Where,
): Promise<number> {
  const sets = assignments(table, changes).map(([{ name }, value]) => sql`${name} = ${value}`)
  if (sets.length === 0) return (await select(connection, table, where)).length
  const done = await connection.write(
    sql`update ${table.name} set ${sql.join(sets)} where ${matching(table, where)}`,
  )
  return done.changes
}

/** Deletes the rows that match; says how many. */
export async function remove(
  connection: Connection,
  table: Table,
  where: Where,
  more: RawBuilder<unknown> = sql``,
): Promise<number> {
  const done = await connection.write(
    sql`delete from ${table.name} where ${matching(table, where)} ${more}`,
  )
  return done.changes
}

function filled(table: Table, record: Row): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const given = assignments(table, record)
  const missing = table.columns.flatMap((column): Assignment[] =>
    column.fill && record[column.key] === undefined ? [[column, column.fill()]] : [],
  )
  const all = [...given, ...missing]
  return [sql.join(all.map(([{ name }]) => name)), sql.join(all.map(([, value]) => value))]
}
