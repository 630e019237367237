import type { AuditEntry } from '../../types/storage.ts'
import { lostAuditEntry } from '../lost-audit-entry.ts'
import { linesOf } from '../pages.ts'
import type { Audit } from '../parts.ts'
import type { Connection } from './connection.ts'
import type { Outcome, Row } from './dialect.ts'
import { findAudit } from './find-audit.ts'
import { sql } from './sql.ts'
import { insert, select } from './statements.ts'
import { type Tables, withoutNulls } from './tables.ts'

const nothingDone: Outcome = { rows: [], changes: 0, insertId: 0n }

/** The audit log in SQL. */
export function audit(
  connection: Connection,
  { audit }: Tables,
  lost: (message: string) => void,
): Audit {
  return {
    async audit(entry) {
      const line = { ...entry, id: crypto.randomUUID(), at: entry.at.getTime() }
      const { draft } = connection
      if (!draft) return insert(connection, audit, line)
      // A failing line would fail the whole batch. Later reads see the line, but it is written after everything else.
      await insert({ ...connection, write: async () => nothingDone }, audit, line)
      draft.later(() => insert(draft.outside, audit, line).catch(() => lost(lostAuditEntry(entry))))
    },
    findAudit: (filter, paging = {}) => findAudit(connection, audit, toEntry, filter, paging),
    async listAudit(userId, limit) {
      const most = linesOf(limit)
      const newest = sql`order by ${audit.column('at').name} desc limit ${sql.integer(most)}`
      const found = await select(connection, audit, { userId }, newest)
      // A draft neither sorts nor limits rows.
      const lines = connection.draft
        ? found.toSorted((a, b) => Number(b.at) - Number(a.at)).slice(0, most)
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
