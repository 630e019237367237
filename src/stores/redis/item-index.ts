import type { ItemKey } from '../../types/item.ts'
import type { Redis } from './client.ts'

/** The key of the index of all items. Each has a text in it, which begins with its kind. */
export const itemIndex = 'item-index'

/** The text of an item in the index. */
export function indexText({ kind, lookup }: ItemKey): string {
  return `${indexBeginning(kind)}${encodeURIComponent(lookup)}`
}

/** The beginning of the texts of a kind. */
export function indexBeginning(kind: string): string {
  return `${encodeURIComponent(kind)}:`
}

/**
 * The key of the item with this text in the index. The first braces of a key decide its place in a cluster. Those of the prefix come first
 * and keep all keys together, because a change is one script. Without them, items would be spread by lookup and lists by user: an item is
 * the truth, and lists only lead to it.
 */
export function itemPlace(text: string): string {
  return `item:{${text}}`
}

/** The beginning of the keys of users' indexes. */
export const ownedIndexes = 'items-of:'

/** The key of the index of a user's items, which has the same texts. */
export function itemsOf(userId: string): string {
  return `${ownedIndexes}{${encodeURIComponent(userId)}}`
}

/** The key that changes whenever a user gets or loses an item. A commit checks it, because it cannot check an index. */
export function itemChangesOf(userId: string): string {
  return `item-changes:{${encodeURIComponent(userId)}}`
}

/** Removes the texts of deleted items from an index. KEYS: the index, then the items. ARGV: their texts. */
const tidyScript = `
local gone = 0
for i = 1, #ARGV do
  if redis.call('EXISTS', KEYS[i + 1]) == 0 then gone = gone + redis.call('ZREM', KEYS[1], ARGV[i]) end
end
return gone`

/** Redis deletes expired items. This removes them from an index as well, until `end`; returns how many. */
export async function sweepIndex(
  redis: Redis,
  { prefix, index }: { prefix: string; index: string },
  end: number,
): Promise<number> {
  let cursor = '0'
  let gone = 0
  do {
    const answer = await redis.send('ZSCAN', index, cursor, 'COUNT', '1000')
    const [next, found] = Array.isArray(answer) ? answer : ['0', []]
    cursor = String(next)
    // Every other word is the score of the text before it.
    const texts = [...found].map(String).filter((_, place) => place % 2 === 0)
    const keys = [index, ...texts.map((text) => prefix + itemPlace(text))]
    if (texts.length > 0) gone += Number(await redis.run(tidyScript, keys, texts))
  } while (cursor !== '0' && performance.now() < end)
  return gone
}
