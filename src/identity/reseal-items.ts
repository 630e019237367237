import { fastestBox } from '../crypto/jwe-node.ts'
import { createSeal, type Seal } from '../crypto/seal.ts'
import type { StoredItem } from '../types/item.ts'
import type { Storage } from '../types/storage.ts'
import { itemPurpose, openSecret, sealSecret } from './sealed-item.ts'

/** The number of items with a secret, by the secret of the application that seals them. */
export interface SealCount {
  /** Sealed with the newest secret. */
  current: number
  /** Sealed with an old one: to be sealed again before that is removed. */
  old: number
  /** Sealed with a secret that is gone, or moved here from another row. */
  unreadable: number
}

/** Tells under which secret an item is, and opens it. */
type Read = (item: StoredItem) => Promise<{ as: keyof SealCount; secret?: unknown }>

function reader(secrets: readonly string[]): { read: Read; newest: Seal } {
  const newest = createSeal(secrets.slice(0, 1), itemPurpose, fastestBox)
  const any = createSeal(secrets, itemPurpose, fastestBox)
  return {
    newest,
    async read(item) {
      if (await openSecret(newest, item)) return { as: 'current' }
      const opened = await openSecret(any, item)
      return opened ? { as: 'old', secret: opened.secret } : { as: 'unreadable' }
    },
  }
}

/** Counts the items of all kinds, also of parts that are not configured (any more), up to `most`. */
export async function countSeals(
  storage: Storage,
  secrets: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
): Promise<SealCount> {
  const { read } = reader(secrets)
  const count: SealCount = { current: 0, old: 0, unreadable: 0 }
  let seen = 0
  for await (const item of sealedItems(storage)) {
    count[(await read(item)).as]++
    if (++seen >= most) break
  }
  return count
}

/** Seals every item that is under an old secret with the newest one. Says what there was before, and how many it sealed. */
export async function resealItems(
  storage: Storage,
  secrets: readonly string[],
): Promise<SealCount & { resealed: number }> {
  const { read, newest } = reader(secrets)
  const count = { current: 0, old: 0, unreadable: 0, resealed: 0 }
  for await (const item of sealedItems(storage)) {
    const { as } = await read(item)
    count[as]++
    if (as === 'old' && (await reseal(storage, item, read, newest))) count.resealed++
  }
  return count
}

/** Seals one item again. Whoever changes it at the same time is not overwritten: it is read again. */
async function reseal(
  storage: Storage,
  item: StoredItem,
  read: Read,
  newest: Seal,
): Promise<boolean> {
  for (
    let found: StoredItem | null | undefined = item;
    found;
    found = await storage.getItem?.(found)
  ) {
    const { as, secret } = await read(found)
    if (as !== 'old') return as === 'current'
    const sealed = await sealSecret(newest, found, secret)
    if (await storage.replaceItem?.(found, { ...found, sealed })) return true
  }
  return false
}

/** All items that have a secret, page by page. */
async function* sealedItems(storage: Storage): AsyncIterable<StoredItem> {
  let after: string | null | undefined
  do {
    const page = await storage.listItems?.({}, { limit: 1000, ...(after && { after }) })
    for (const item of page?.items ?? []) if (item.sealed !== null) yield item
    after = page?.next
  } while (after)
}
