import { AuthError } from '../errors.ts'
import type { Paging } from '../types/find.ts'

const usualEntries = 50
const mostEntries = 1000

/** The number of entries on a page. */
export function entriesOf({ limit = usualEntries }: Paging): number {
  return Math.min(Math.max(Math.trunc(limit) || usualEntries, 1), mostEntries)
}

/** The number of newest lines to return, which may be all of them. */
export function linesOf(limit: number = usualEntries): number {
  const lines = Number.isNaN(limit) ? usualEntries : Math.trunc(limit)
  return Math.min(Math.max(lines, 0), Number.MAX_SAFE_INTEGER)
}

/** The place that the page before wrote into `next`; undefined for the first page. */
export function readCursor({ after }: Paging): unknown[] | undefined {
  if (after == null) return undefined
  try {
    const cursor: unknown = JSON.parse(after)
    if (Array.isArray(cursor)) return cursor
  } catch {
    // It is refused below.
  }
  throw wrongCursor()
}

/** The error for a cursor that does not come from this list. */
export function wrongCursor(): AuthError {
  return new AuthError('InvalidRequest', '`after` is not `next` of the page before', {
    field: 'after',
  })
}
