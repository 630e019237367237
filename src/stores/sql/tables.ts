import { type Codec, secondsIn } from './codec.ts'
import type { Dialect, FoundColumn, FoundTable, Guard, Row } from './dialect.ts'
import type { Names } from './names.ts'
import { type Kind, schema, type TableKey } from './schema.ts'
import { type Sql, sql } from './sql.ts'
import type { Texts } from './statement-cache.ts'

/** One column of a table in use. */
export interface Column {
  /** The name in this library. */
  key: string
  /** The quoted name in the database. */
  name: Sql
  codec: Codec
  /** The most characters of a text, if longer ones can be kept in `extra`. */
  maxLength?: number
  /** True if the database makes the value, and none is written. */
  automatic: boolean
  /** Makes the value of a required column of the application for a row that has none. */
  fill?: () => unknown
}

/** A table in use: our plan, matched with what was found in the database. */
export interface Table {
  key: TableKey
  name: Sql
  columns: readonly Column[]
  /** The texts of its statements. */
  texts: Texts
  column(key: string): Column
  has(key: string): boolean
  /** Tells the other nodes that a row of this table is locked; only where each node knows its own locks only. */
  guard?: Guard | undefined
}

/** All tables in use. */
export type Tables = Readonly<Record<TableKey, Table>>

/** The name of the column that a database generates from another one for searches. It is no field of a record. */
export function foldedColumn(column: string): string {
  return `portico_${column}_folded`
}

/** Matches a plan with the table that was found, and adds the application's columns. */
export function createTable(
  key: TableKey,
  found: FoundTable,
  names: Names,
  dialect: Dialect,
): Table {
  const plan = schema[key].columns
  const ours = new Map(Object.keys(plan).map((column) => [names.column(key, column), column]))
  // A column of the application may have the name of one of ours that is mapped elsewhere: it is only filled, never taken for ours.
  const isNamesake = ({ name }: FoundColumn) => !ours.has(name) && Object.hasOwn(plan, name)
  const usable = found.columns.filter(
    (column) => !isNamesake(column) || !(column.nullable || column.automatic),
  )
  const all = usable.map((column): Column => {
    const own = ours.get(column.name)
    const kind = own === undefined ? undefined : plan[own]?.kind
    const codec = kind ? codecFor(dialect, kind, column.type) : dialect.foreign(column.type)
    const needed = !own && !column.nullable && !column.automatic
    const fill = needed ? fillFor(column.name, column.type, dialect) : undefined
    return {
      key: own ?? (isNamesake(column) ? `the application's ${column.name}` : column.name),
      name: sql.id(column.name),
      codec,
      automatic: own === 'id' && column.automatic && /int/.test(column.type),
      ...(fill && { fill }),
      ...(kind === 'text' && column.nullable && column.length && { maxLength: column.length }),
    }
  })
  const byKey = new Map(all.map((column) => [column.key, column]))
  const columns = all.filter((column) => column.key !== foldedColumn('name'))
  return {
    key,
    name: sql.table(names.table(key)),
    columns,
    texts: new Map(),
    has: (column) => byKey.has(column),
    column(column) {
      const known = byKey.get(column)
      if (!known) throw new TypeError(`Table ${key} has no column ${column}`)
      return known
    },
  }
}

function codecFor(dialect: Dialect, kind: Kind, type: string): Codec {
  const codec = dialect.codec(kind, type)
  if (kind !== 'number' || !/date|time|text/.test(type)) return codec
  const seconds = secondsIn(dialect.codec('date', type))
  // SQLite keeps dates as text, which holds numbers just as well.
  return type.includes('text') ? { ...codec, decode: seconds.decode } : seconds
}

/** A value for a required column that is not ours; undefined if only the application can know it. */
export function fillFor(name: string, type: string, dialect: Dialect): (() => unknown) | undefined {
  if (/^id$/i.test(name) && /char|text|uuid/.test(type)) return () => crypto.randomUUID()
  if (!/date|timestamp/.test(type)) return undefined
  const { encode } = dialect.codec('date', type)
  return () => encode(new Date())
}

/** A row of the database as a record of ours. */
export function toRecord(table: Table, row: Row): Row {
  const record: Row = {}
  for (const { key, codec } of table.columns) {
    const value = row[key]
    record[key] = value === null || value === undefined ? null : codec.decode(value)
  }
  return record
}

/** A record without the fields that have no value: for types whose optional fields are absent rather than null. */
export function withoutNulls(record: Row): Row {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
}

/** The columns to select, each under the name that this library uses. */
export function selection(table: Table, alias?: string): Sql {
  return sql.join(
    table.columns.map((column) => sql`${readColumn(column, alias)} as ${sql.id(column.key)}`),
  )
}

/** The expression to select to read a column; `alias` is the table's name in a join. */
export function readColumn({ name, codec }: Column, alias?: string): Sql {
  const column = alias ? sql`${sql.id(alias)}.${name}` : name
  return codec.read?.(column) ?? column
}
