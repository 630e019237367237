import { sql } from 'kysely'
import type { AuditEntry } from '../../types/storage.ts'
import type { Audit } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Row } from './dialect.ts'
import { insert, select } from './statements.ts'
import { type Tables, withoutNulls } from './tables.ts'

/** The audit log in SQL. */
export function audit(connection: Connection, { audit }: Tables): Audit {
  return {
    audit: (entry) =>
      insert(connection, audit, { ...entry, id: crypto.randomUUID(), at: entry.at.getTime() }),
    async listAudit(userId, limit = 50) {
      const newest = sql`order by ${audit.column('at').name} desc limit ${sql.lit(Math.trunc(limit))}`
      const found = await select(connection, audit, { userId }, newest)
      // A draft picks rows, and leaves their order and number to whoever asks.
      const lines = connection.draft
        ? found.toSorted((a, b) => Number(b.at) - Number(a.at)).slice(0, limit)
        : found
      return lines.map(toEntry)
    },
  }
}

function toEntry(record: Row): AuditEntry {
  const { id: _, at, event, detail, ...rest } = withoutNulls(record)
  const texts = Object.entries(rest).map(([key, value]) => [key, String(value)])
  return {
    ...Object.fromEntries(texts),
    at: new Date(Number(at)),
    event: String(event),
    ...(isDetail(detail) && { detail }),
  }
}

function isDetail(value: unknown): value is NonNullable<AuditEntry['detail']> {
  return typeof value === 'object' && value !== null
}
