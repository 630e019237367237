import type { Paging } from '../types/find.ts'
import { usageError } from './command.ts'

/** The options of commands that list page by page. */
export const pagingOptions = {
  limit: {
    type: 'string',
    value: '<number>',
    about: 'the most lines; 50 by default, at most 1000',
  },
  after: { type: 'string', value: '<place>', about: 'go on behind the page that named this place' },
} as const

/** Reads the paging options. */
export function readPaging({
  limit,
  after,
}: {
  limit?: string | undefined
  after?: string | undefined
}): Paging {
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit))
    throw usageError(`--limit is a number from 1 to 1000, not "${limit}"`)
  return { after, ...(limit !== undefined && { limit: Number(limit) }) }
}

/** The line that ends a page if another follows. */
export function more(next: string | null): string[] {
  return next === null ? [] : [`There are more: --after '${next.replaceAll("'", "'\\''")}'`]
}
