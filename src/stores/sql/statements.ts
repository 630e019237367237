import { AuthError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import type { Assignment } from './optimistic-transaction.ts'
import { schema } from './schema.ts'
import { type Sql, type Statement, sql } from './sql.ts'
import { shaped } from './statement-cache.ts'
import { readColumn, selection, type Table, toRecord } from './tables.ts'
import { matching, valuesOf, type Where } from './where.ts'

/** The columns of a record and what to write into them; fields that are undefined are left alone. */
export function assignments(table: Table, record: Row): Assignment[] {
  const assigned: Assignment[] = []
  for (const column of table.columns) {
    const value = record[column.key]
    if (value === undefined || column.automatic) continue
    assigned.push([column, value === null ? null : column.codec.encode(value)])
  }
  return assigned
}

/** Inserts one row; returns the id if the database generated it. */
export async function insert(
  connection: Connection,
  table: Table,
  record: Row,
): Promise<string | undefined> {
  const all = filled(table, record)
  const made = table.columns.find((column) => column.automatic)
  if (made && connection.draft) throw noId()
  connection.draft?.insert(table, all)
  const returning = () =>
    made && connection.dialect.returning ? sql`returning ${readColumn(made)} as id` : sql``
  const { rows, insertId } = await connection.write(
    inserting(table, 'insert', all, [], ([columns, values]) => {
      return sql`insert into ${table.name} (${columns}) values (${values}) ${returning()}`
    }),
  )
  return made && String(rows[0]?.id ?? insertId)
}

/**
 * Inserts one row for a user, if that user exists. The same statement locks the user's row, because tables that were taken over may lack
 * the foreign key. Beyond `most` rows of the user, those that expire first go, which usually costs no statement.
 */
export async function insertFor(
  connection: Connection,
  users: Table,
  table: Table,
  record: Row & { userId: string },
  lock: string,
  most?: number,
): Promise<void> {
  if (connection.draft) {
    const [user] = await connection.draft.select(users, { id: record.userId })
    if (!user) throw noUser()
    // This goes into the batch, whose statements are sent together.
    if (most) await removeSurplus(connection, table, { userId: record.userId }, most - 1)
    await insert(connection, table, record)
    return
  }
  const owner = { id: record.userId }
  const owned = { userId: record.userId }
  // A derived table, because MySQL cannot read the table that it inserts into; it ends at the bound.
  const room = () =>
    most
      ? sql`and (select count(*) from (
          select 1 from ${table.name} where ${matching(table, owned)} limit ${sql.integer(most)}
        ) owned) < ${sql.integer(most)}`
      : sql``
  const { changes } = await connection.write(
    inserting(
      table,
      `insert for a user ${lock} ${most}`,
      filled(table, record),
      [...valuesOf(users, owner), ...(most ? valuesOf(table, owned) : [])],
      ([columns, values]) => sql`
        insert into ${table.name} (${columns})
        select ${values} from ${users.name} where ${matching(users, owner)} ${room()} ${sql.raw(lock)}`,
    ),
  )
  if (changes > 0) return
  if (most === undefined) throw noUser()
  await removeSurplus(connection, table, owned, most - 1)
  await insertFor(connection, users, table, record, lock)
}

/** Removes all rows of a user but the `most` that expire last. */
async function removeSurplus(
  connection: Connection,
  table: Table,
  owned: Where,
  most: number,
): Promise<void> {
  const keys = sql.join((schema[table.key].primary ?? []).map((key) => table.column(key).name))
  const newest = sql`select ${keys} from ${table.name} where ${matching(table, owned)}
    order by ${table.column('expires').name} desc limit ${sql.integer(most)}`
  await connection.write(sql`
    delete from ${table.name} where ${matching(table, owned)}
    and (${keys}) not in (select ${keys} from (${newest}) newest)`)
}

function noUser(): AuthError {
  return new AuthError('StorageConflict', 'The storage has no user with this id (any more)')
}

function noId(): AuthError {
  return new AuthError('Unsupported', 'This database cannot make the ids of users', {
    field: 'database',
    hint: 'Give the column `id` of the users a type of text; Portico makes the ids.',
  })
}

/** The rows that match, undecoded. */
export async function selectRows(
  connection: Connection,
  table: Table,
  where: Where,
  more: string | Sql = '',
): Promise<readonly Row[]> {
  if (connection.draft) return connection.draft.select(table, where)
  const build = () => {
    const end = typeof more === 'string' ? sql.raw(more) : more
    return sql`select ${selection(table)} from ${table.name} where ${matching(table, where)} ${end}`
  }
  const shape = `select ${Object.keys(where)} ${more}`
  const { rows } = await connection.read(
    typeof more === 'string' ? shaped(table.texts, shape, valuesOf(table, where), build) : build(),
  )
  return rows
}

/** The rows that match, as records. Tables that were taken over may ignore case and accents; this compares exactly. */
export async function select(
  connection: Connection,
  table: Table,
  where: Where,
  more?: string | Sql,
): Promise<Row[]> {
  const rows = await selectRows(connection, table, where, more)
  return rows.map((row) => toRecord(table, row)).filter((record) => equals(record, where))
}

/** True if a record has exactly these values: databases may treat different texts as equal. */
export function equals(record: Row, where: Where): boolean {
  return Object.entries(where).every(([key, value]) => record[key] === String(value))
}

/**
 * Changes the rows that match, but not what they match by; returns how many there were. `still`: only those that still have these values.
 */
export async function update(
  connection: Connection,
  table: Table,
  changes: Row,
  where: Where,
  still: Where = {},
): Promise<number> {
  const picked = { ...where, ...still }
  const values = assignments(table, changes).filter(([{ key }]) => !(key in where))
  if (values.length === 0) return (await select(connection, table, picked)).length
  const planned = await connection.draft?.update(table, values, picked)
  const shape = `update ${keysOf(values)} where ${Object.keys(picked)}`
  const parameters = [...values.map(([, value]) => value), ...valuesOf(table, picked)]
  const done = await connection.write(
    shaped(table.texts, shape, parameters, () => {
      const sets = values.map(([{ name }, value]) => sql`${name} = ${value}`)
      return sql`update ${table.name} set ${sql.join(sets)} where ${matching(table, picked)}`
    }),
  )
  return planned ?? done.changes
}

/** Deletes the rows that match, but not those that match `except`; returns how many. */
export async function remove(
  connection: Connection,
  table: Table,
  where: Where,
  except?: Where,
): Promise<number> {
  const planned = await connection.draft?.remove(table, where, except)
  const shape = `delete ${Object.keys(where)} except ${except && Object.keys(except)}`
  const parameters = [...valuesOf(table, where), ...valuesOf(table, except ?? {})]
  const done = await connection.write(
    shaped(table.texts, shape, parameters, () => {
      const others = except ? sql`and not (${matching(table, except)})` : sql``
      return sql`delete from ${table.name} where ${matching(table, where)} ${others}`
    }),
  )
  return planned ?? done.changes
}

/** All values of a new row, also for required columns of the application. */
export function filled(table: Table, record: Row): Assignment[] {
  const given = assignments(table, record)
  const missing = table.columns.flatMap((column): Assignment[] =>
    column.fill && record[column.key] === undefined ? [[column, column.fill()]] : [],
  )
  return [...given, ...missing]
}

/** A statement that inserts a row. `build` gets the lists of its columns and of its values. */
function inserting(
  table: Table,
  shape: string,
  all: readonly Assignment[],
  others: readonly unknown[],
  build: (lists: [columns: Sql, values: Sql]) => Sql,
): Statement {
  const values = all.map(([, value]) => value)
  return shaped(table.texts, `${shape} ${keysOf(all)}`, [...values, ...others], () =>
    build([sql.join(all.map(([{ name }]) => name)), sql.join(values)]),
  )
}

/** The names of the columns that a row is written into, as part of a shape. */
export function keysOf(all: readonly Assignment[]): string {
  // No name of a column has this character.
  return all.map(([{ key }]) => key).join('\0')
}
