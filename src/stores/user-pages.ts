import type { Paging, UserFilter } from '../types/find.ts'
import type { StoredUser, UserPage } from '../types/storage.ts'
import { entriesOf, readCursor, wrongCursor } from './pages.ts'

/** An order in which users are listed. A search lists users by address first, then by name those who have another address. */
export type UserOrder = 'id' | 'email' | 'name'

/** A user, and the text that places them in an order. */
export interface PlacedUser {
  user: StoredUser
  key: string
}

/** The users to read in one order: those after a place, whose key begins with the query. */
export interface UserRange {
  order: UserOrder
  query: string
  after: { key: string; id: string } | undefined
  count: number
}

/** The most characters of a name or an address that are compared. */
export const comparedCharacters = 100

/** The beginning to search for; empty for all users. */
function queryOf({ query = '' }: UserFilter): string {
  // One character is left for the end of the range.
  return [...query.trim()].slice(0, comparedCharacters - 1).join('')
}

/** A text as it is compared without a database. */
export function folded(text: string | null | undefined): string {
  return [...(text ?? '').toLowerCase()].slice(0, comparedCharacters).join('')
}

/** Reads one page of users, in one order after the other. */
export async function pageOfUsers(
  filter: UserFilter,
  paging: Paging,
  read: (range: UserRange) => Promise<readonly PlacedUser[]>,
): Promise<UserPage> {
  const query = queryOf(filter)
  const orders: readonly UserOrder[] = query ? ['email', 'name'] : ['id']
  const [order, key, id] = readCursor(paging) ?? [orders[0], '', undefined]
  const begin = orders.indexOf(order as UserOrder)
  if (begin === -1 || typeof key !== 'string' || !(id === undefined || typeof id === 'string'))
    throw wrongCursor()
  const most = entriesOf(paging)
  const found: (PlacedUser & { order: UserOrder })[] = []
  for (const [place, order] of orders.slice(begin).entries()) {
    const after = place === 0 && id !== undefined ? { key, id } : undefined
    // One more than fits means that another page follows.
    const count = most + 1 - found.length
    if (count <= 0) break
    for (const one of await read({ order, query, after, count })) found.push({ ...one, order })
  }
  const shown = found.slice(0, most)
  const last = found.length > most ? shown.at(-1) : undefined
  return {
    users: shown.map(({ user }) => user),
    next: last ? JSON.stringify([last.order, last.key, last.user.id]) : null,
  }
}

/** Reads a range of users who are all in memory. */
export function rangeOf(all: readonly StoredUser[], range: UserRange): PlacedUser[] {
  const { order, query, after, count } = range
  const beginning = folded(query)
  const isFound = (text: string | null | undefined) =>
    text != null && folded(text).startsWith(beginning)
  const placed = all.flatMap((user): PlacedUser[] => {
    if (order === 'id') return [{ user, key: '' }]
    const isOther = order === 'name' && isFound(user.email)
    return isFound(user[order]) && !isOther ? [{ user, key: folded(user[order]) }] : []
  })
  return placed
    .filter((one) => !after || byPlace(one, { key: after.key, user: after }) > 0)
    .sort(byPlace)
    .slice(0, count)
}

type Placed = { key: string; user: { id: string } }

function byPlace(one: Placed, other: Placed): number {
  return compare(one.key, other.key) || compare(one.user.id, other.user.id)
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
