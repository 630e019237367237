import { type AuditLine, auditPageOf } from '../audit-pages.ts'
import { linesOf } from '../pages.ts'
import type { Audit } from '../parts.ts'
import { values } from './bounded-map.ts'
import { copy, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** The audit log in memory. */
export function audit({ audit }: Tables, write: Write): Audit {
  return {
    findAudit: (filter, paging = {}) => copy(auditPageOf(lines(audit), filter, paging)),
    audit: (entry) => write(() => audit.set(crypto.randomUUID(), copy(entry))),
    listAudit: (userId, limit) =>
      [...values(audit)]
        .filter((entry) => entry.userId === userId)
        .reverse()
        .slice(0, linesOf(limit))
        .map(copy),
  }
}

/** The lines with their ids. */
function lines(audit: Tables['audit']): AuditLine[] {
  return Array.from(audit.entries(), ([id, entry]) => ({ ...entry, id }))
}
