import type { Row } from './dialect.ts'
import type { Table } from './tables.ts'

/** A record whose fields without a column of their own are gathered in the column `extra`. */
export function splitExtra(table: Table, record: Row): Row {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined)
  const extra = entries.filter(([key]) => !table.has(key))
  const known = Object.fromEntries(entries.filter(([key]) => table.has(key) && key !== 'extra'))
  return extra.length === 0 ? known : { ...known, extra: Object.fromEntries(extra) }
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
