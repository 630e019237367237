import type { StoredItem } from '../../types/item.ts'
import type { Row } from './dialect.ts'

/** A record of the table as an item. */
export function toItem(record: Row): StoredItem {
  return {
    id: String(record.id),
    kind: String(record.kind),
    lookup: String(record.lookup),
    userId: record.userId == null ? null : String(record.userId),
    data: { ...Object(record.data) },
    sealed: record.sealed == null ? null : String(record.sealed),
    version: Number(record.version),
    createdAt: toDate(record.createdAt) ?? new Date(0),
    lastUsedAt: toDate(record.lastUsedAt),
    expires: toDate(record.expires),
  }
}

function toDate(value: unknown): Date | null {
  return value instanceof Date ? value : null
}
