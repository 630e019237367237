import { AuthError } from '../errors.ts'
import type { ItemKey, ItemPage, ItemPaging, StoredItem } from '../types/item.ts'

const usualItems = 100
const mostItems = 1000

/** The number of items on a page. */
export function pageSize({ limit = usualItems }: ItemPaging): number {
  return Math.min(Math.max(Math.trunc(limit) || usualItems, 1), mostItems)
}

/** The item after which the page begins; undefined for the first page. */
export function pageStart({ after }: ItemPaging): ItemKey | undefined {
  if (after == null) return undefined
  const [kind, lookup, ...more] = parse(after)
  if (typeof kind === 'string' && typeof lookup === 'string' && more.length === 0)
    return { kind, lookup }
  throw new AuthError('InvalidRequest', '`after` is not `next` of a page of items')
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** A page of these items. One more than fits means that another page follows. */
export function toPage(found: readonly StoredItem[], paging: ItemPaging): ItemPage {
  const items = found.slice(0, pageSize(paging))
  const last = found.length > items.length ? items.at(-1) : undefined
  return { items, next: last ? JSON.stringify([last.kind, last.lookup]) : null }
}

/** A page of a list that was read as a whole. */
export function pageOf(all: readonly StoredItem[], paging: ItemPaging): ItemPage {
  const start = pageStart(paging)
  const sorted = all.toSorted(byKey).filter((item) => !start || byKey(item, start) > 0)
  return toPage(sorted, paging)
}

function byKey(one: ItemKey, other: ItemKey): number {
  return compare(one.kind, other.kind) || compare(one.lookup, other.lookup)
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
