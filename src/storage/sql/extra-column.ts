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

/** The record with the fields of `extra` in their place; a column of the same name wins. */
export function joinExtra({ extra, ...record }: Row): Row {
  return typeof extra === 'object' && extra !== null ? { ...extra, ...record } : record
}

/** What `extra` holds after a change of some of its fields. */
export function mergeExtra(before: unknown, changes: unknown): Row {
  return { ...(isRow(before) ? before : {}), ...(isRow(changes) ? changes : {}) }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
