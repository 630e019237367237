import type { Row } from './dialect.ts'
import type { Table } from './tables.ts'

/** A record whose fields without a column of their own are gathered in the column `extra`. */
export function splitExtra(table: Table, record: Row): Row {
  const known: [string, unknown][] = []
  const extra: [string, unknown][] = []
  for (const entry of Object.entries(record)) {
    const [key, value] = entry
    if (value !== undefined && key !== 'extra') (table.has(key) ? known : extra).push(entry)
  }
  const columns = Object.fromEntries(known)
  return extra.length === 0 ? columns : { ...columns, extra: Object.fromEntries(extra) }
}

/** The names of columns that are too short for these values, in tables that were made for shorter ones. */
export function tooShort({ columns }: Table, values: Row): string[] {
  return columns
    .filter(({ key, maxLength }) => String(values[key] ?? '').length > (maxLength ?? Infinity))
    .map(({ key }) => key)
}

/** The fields, with these moved to `extra`, which is read where a column is empty. */
export function moveToExtra(fields: Row, keys: readonly string[]): Row {
  if (keys.length === 0) return fields
  const moved = Object.fromEntries(keys.map((key) => [key, fields[key]]))
  const empty = Object.fromEntries(keys.map((key) => [key, null]))
  return { ...fields, ...empty, extra: { ...Object(fields.extra), ...moved } }
}

/** The record with the fields of `extra` merged in; a column of the same name wins, unless it is empty. */
export function joinExtra({ extra, ...record }: Row): Row {
  if (!isRow(extra)) return record
  const empty = Object.keys(record).filter((key) => record[key] === null && extra[key] != null)
  return { ...extra, ...record, ...Object.fromEntries(empty.map((key) => [key, extra[key]])) }
}

/** Changes whose `extra` keeps the fields of the one before. A field that has a column by now leaves it at its first change. */
export function withMergedExtra({ extra, ...columns }: Row, before: unknown): Row {
  const fields = Object.entries(isRow(before) ? before : {})
  const staying = fields.filter(([key]) => !(key in columns))
  if (!isRow(extra) && staying.length === fields.length) return columns
  return { ...columns, extra: { ...Object.fromEntries(staying), ...Object(extra) } }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
