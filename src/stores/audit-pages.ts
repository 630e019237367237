import type { AuditFilter, Paging } from '../types/find.ts'
import type { AuditEntry, AuditPage } from '../types/storage.ts'
import { entriesOf, readCursor, wrongCursor } from './pages.ts'

/** A line with the id that tells it from others of the same moment. */
export type AuditLine = AuditEntry & { id: string }

/** The line after which a page begins. */
export interface AuditPlace {
  at: number
  id: string
}

/** The line after which the page begins; undefined for the first page. */
export function auditStart(paging: Paging): AuditPlace | undefined {
  const cursor = readCursor(paging)
  if (!cursor) return undefined
  const [at, id] = cursor
  if (typeof at === 'number' && Number.isSafeInteger(at) && typeof id === 'string')
    return { at, id }
  throw wrongCursor()
}

/** True if a line matches the filter. */
export function isAsked(entry: AuditEntry, { event, since, user }: AuditFilter): boolean {
  return (
    (event === undefined || entry.event === event) &&
    (user === undefined || entry.userId === user) &&
    (since === undefined || entry.at.getTime() >= since.getTime())
  )
}

/** A page of these lines. One more than fits means that another page follows. */
export function toAuditPage(found: readonly AuditLine[], paging: Paging): AuditPage {
  const shown = found.slice(0, entriesOf(paging))
  const last = found.length > shown.length ? shown.at(-1) : undefined
  return {
    entries: shown.map(({ id: _, ...entry }) => entry),
    next: last ? JSON.stringify([last.at.getTime(), last.id]) : null,
  }
}

/** A page of a log that was read as a whole. */
export function auditPageOf(
  all: readonly AuditLine[],
  filter: AuditFilter,
  paging: Paging,
): AuditPage {
  const start = auditStart(paging)
  const found = all
    .filter((line) => isAsked(line, filter) && (!start || isBehind(line, start)))
    .sort((one, other) => (isBehind(one, { at: other.at.getTime(), id: other.id }) ? 1 : -1))
  return toAuditPage(found, paging)
}

/** True if a line comes after a place: it is older or, at the same moment, has a smaller id. */
function isBehind({ at, id }: AuditLine, place: AuditPlace): boolean {
  return at.getTime() < place.at || (at.getTime() === place.at && id < place.id)
}
