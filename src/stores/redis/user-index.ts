import type { StoredUser } from '../../types/storage.ts'
import { folded, type PlacedUser, type UserOrder, type UserRange } from '../user-pages.ts'
import type { Keys } from './keys.ts'
import { readUser } from './records.ts'

/** The key of the index of all users. Each user has one text per order, which ends with the user's id. */
const userIndex = 'user-index'

/** Puts a user into the index. */
export function markUser(keys: Keys, user: StoredUser): void {
  for (const text of textsOf(user)) keys.mark(userIndex, text)
}

/** Removes a user from the index, by their old fields. */
export function unmarkUser(keys: Keys, user: StoredUser): void {
  for (const text of textsOf(user)) keys.unmark(userIndex, text)
}

function textsOf({ id, email, name }: StoredUser): string[] {
  return [
    textOf('id', '', id),
    ...(email == null ? [] : [textOf('email', folded(email), id)]),
    ...(name == null ? [] : [textOf('name', folded(name), id)]),
  ]
}

function textOf(order: UserOrder, key: string, id: string): string {
  return `${order}:${encodeURIComponent(key)}:${encodeURIComponent(id)}`
}

/** The number of texts that are read at once. */
const batch = 200

/** Reads users in one order. Encoded texts sort differently from what they stand for, but begin alike. */
export async function readRange(keys: Keys, range: UserRange): Promise<PlacedUser[]> {
  const { order, count } = range
  const query = folded(range.query)
  const beginning = order === 'id' ? 'id:' : `${order}:${encodeURIComponent(query)}`
  let after = range.after && textOf(order, range.after.key, range.after.id)
  const found: PlacedUser[] = []
  while (found.length < count) {
    const limit = Math.min(batch, count - found.length + 1)
    const texts = await keys.marked(userIndex, { beginning, after, limit })
    const users = await Promise.all(texts.map((text) => readUser(keys, idIn(text))))
    for (const user of users) {
      if (!user || (order === 'name' && isFoundByAddress(user, query))) continue
      found.push({ user, key: order === 'id' ? '' : folded(user[order]) })
    }
    after = texts.at(-1)
    if (texts.length < limit) break
  }
  return found.slice(0, count)
}

function idIn(text: string): string {
  return decodeURIComponent(text.slice(text.lastIndexOf(':') + 1))
}

/** True if a user was found by their address: the list by address has them already. */
function isFoundByAddress({ email }: StoredUser, query: string): boolean {
  return email != null && folded(email).startsWith(query)
}
