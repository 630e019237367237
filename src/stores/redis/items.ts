import type { ItemFilter, ItemKey, ItemPage, ItemPaging, StoredItem } from '../../types/item.ts'
import { pageSize, pageStart, toPage } from '../item-pages.ts'
import { assertItemKey, itemExists } from '../item-rules.ts'
import type { Items } from '../parts.ts'
import {
  indexBeginning,
  indexText,
  itemChangesOf,
  itemIndex,
  itemPlace,
  itemsOf,
} from './item-index.ts'
import type { Keys } from './keys.ts'
import { type Atomically, needUser, readAll, readUser } from './records.ts'

// Only this library writes these keys, so what is read has the type that was written.
async function readItem(keys: Keys, place: string): Promise<StoredItem | undefined> {
  return (await keys.get(place)) as StoredItem | undefined
}

function find(keys: Keys, key: ItemKey): Promise<StoredItem | undefined> {
  return readItem(keys, itemPlace(indexText(key)))
}

async function keep(keys: Keys, item: StoredItem): Promise<void> {
  const { userId, expires } = item
  const text = indexText(item)
  keys.set(itemPlace(text), item, expires ?? undefined)
  keys.mark(itemIndex, text)
  if (userId === null) return
  keys.mark(itemsOf(userId), text)
  await change(keys, userId)
}

/** Makes transactions that have read the list of the user's items begin anew. */
async function change(keys: Keys, userId: string): Promise<void> {
  const before = await keys.get(itemChangesOf(userId))
  keys.set(itemChangesOf(userId), Number(before ?? 0) + 1)
}

/** Removes items of one owner. */
async function drop(keys: Keys, userId: string | null, gone: readonly ItemKey[]): Promise<void> {
  const texts = gone.map(indexText)
  for (const text of texts) {
    keys.delete(itemPlace(text))
    keys.unmark(itemIndex, text)
    if (userId !== null) keys.unmark(itemsOf(userId), text)
  }
  if (userId !== null) await change(keys, userId)
}

/** Removes the items of a user, or those of one kind; returns how many. */
export async function removeItems(keys: Keys, userId: string, kind?: string): Promise<number> {
  const gone = await readOwned(keys, userId, kind)
  await drop(keys, userId, gone)
  return gone.length
}

async function readOwned(keys: Keys, userId: string, kind?: string): Promise<StoredItem[]> {
  await keys.get(itemChangesOf(userId))
  const all = { beginning: beginningOf(kind), after: undefined, limit: 2 ** 31 }
  return readAll(keys, (await keys.marked(itemsOf(userId), all)).map(itemPlace), readItem)
}

function beginningOf(kind: string | undefined): string {
  return kind === undefined ? '' : indexBeginning(kind)
}

/** Items in Redis. */
export function items(atomically: Atomically): Items {
  return {
    putItem: (item) =>
      atomically(async (keys) => {
        assertItemKey(item)
        if (item.userId !== null) await needUser(keys, item.userId)
        if (await find(keys, item)) throw itemExists()
        await keep(keys, item)
      }),
    getItem: (key) => atomically(async (keys) => (await find(keys, key)) ?? null),
    getItemAndUser: (key) =>
      atomically(async (keys) => {
        const place = itemPlace(indexText(key))
        const item = (await keys.getWithUser(place, ['user'])) as StoredItem | undefined
        const user = item?.userId ? await readUser(keys, item.userId) : undefined
        return item ? { item, user: user ?? null } : null
      }),
    listItems: (filter, paging = {}) => atomically((keys) => list(keys, filter, paging)),
    replaceItem: (read, { data, sealed, expires }) =>
      atomically(async (keys) => {
        const before = await find(keys, read)
        if (before?.id !== read.id || before.version !== read.version) return false
        await keep(keys, { ...before, data, sealed, expires, version: before.version + 1 })
        return true
      }),
    touchItem: (key, lastUsedAt) =>
      atomically(async (keys) => {
        const before = await find(keys, key)
        if (before)
          keys.set(
            itemPlace(indexText(key)),
            { ...before, lastUsedAt },
            before.expires ?? undefined,
          )
      }),
    takeItem: (key) =>
      atomically(async (keys) => {
        const found = await find(keys, key)
        if (found) await drop(keys, found.userId, [found])
        return found ?? null
      }),
    deleteItem: (key) =>
      atomically(async (keys) => {
        const found = await find(keys, key)
        if (found) await drop(keys, found.userId, [found])
      }),
    deleteItems: (userId, kind) => atomically((keys) => removeItems(keys, userId, kind)),
  }
}

async function list(
  keys: Keys,
  { kind, userId }: ItemFilter,
  paging: ItemPaging,
): Promise<ItemPage> {
  const index = userId === undefined ? itemIndex : itemsOf(userId)
  const wanted = pageSize(paging) + 1
  const beginning = beginningOf(kind)
  const start = pageStart(paging)
  const found: StoredItem[] = []
  let after = start && indexText(start)
  // The index may still name what has expired, so a page can take several readings.
  while (found.length < wanted) {
    const texts = await keys.marked(index, { beginning, after, limit: wanted })
    found.push(...(await readAll(keys, texts.map(itemPlace), readItem)))
    if (texts.length < wanted) break
    after = texts.at(-1)
  }
  return toPage(found.slice(0, wanted), paging)
}
