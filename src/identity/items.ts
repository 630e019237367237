import { uuid } from '../crypto/random.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { FoundItem, Item, ItemData, ItemKind, ItemPaging, PresentItem } from '../types/item.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { requireItems, storedKind } from './item-kinds.ts'
import { type ItemApp, itemReader } from './item-reader.ts'

export type { ItemApp } from './item-reader.ts'

/** A new item, as its part writes it. */
export interface NewItem<Data extends ItemData, Secret> {
  /** The text that it is found by, unique in its kind: the `sha256()` of a random token, or the id of a user who may have one only. */
  lookup: string
  /** The user whom it belongs to, and is deleted with. Default: nobody. */
  userId?: string | null
  data: Data
  secret: Secret
  expires?: Date | null
}

/** The items of one kind: all that a part sees of the storage's. */
export interface ItemsOfKind<Data extends ItemData, Secret> {
  /** Keeps a new item. A second one with the same lookup is refused with `StorageConflict`, whose `field` is `lookup`. */
  put(item: NewItem<Data, Secret>): Promise<Item<Data, Secret>>
  /** The item, none, or that it cannot be read. In a transaction it rejects if the storage does not answer. */
  find(lookup: string): Promise<FoundItem<Data, Secret>>
  /** The item and its user, in one round trip; the user is null if the item is nobody's. */
  findWithUser(lookup: string): Promise<FoundItem<Data, Secret> & { user: StoredUser | null }>
  /** The items of a user, or of everybody (null), page by page. Rejects if the storage does not answer. */
  list(
    userId: string | null,
    paging?: ItemPaging,
  ): Promise<{ items: PresentItem<Data, Secret>[]; next: string | null }>
  /** Replaces what is given, if the item is still as it was read; says whether it was. */
  replace(
    item: Item<Data, Secret>,
    changes: { data?: Data; secret?: Secret; expires?: Date | null },
  ): Promise<boolean>
  /** Writes that it was used now. */
  touch(lookup: string): Promise<void>
  /** Returns the item and deletes it, in one step: of two callers one gets `none`. */
  take(lookup: string): Promise<FoundItem<Data, Secret>>
  delete(lookup: string): Promise<void>
  /** Deletes all of a user; says how many. */
  deleteAll(userId: string): Promise<number>
}

/** The items of one kind, in the storage of the application or in a transaction on it. */
export function itemsOf<Data extends ItemData, Secret>(
  app: ItemApp,
  kind: ItemKind<Data, Secret>,
  inside: Storage = requireStorage(app.config),
): ItemsOfKind<Data, Secret> {
  const storage = requireItems(inside)
  const { assertKnown, seal, isCurrent, open, find } = itemReader(app, kind, inside)
  const name = storedKind(kind)
  const key = (lookup: string) => ({ kind: name, lookup })
  const now = () => new Date(app.services.now())
  return {
    async put({ lookup, userId = null, data, secret, expires = null }) {
      assertKnown()
      const place = { kind: name, id: uuid(), userId }
      const fields = { lookup, data, version: 1, createdAt: now(), lastUsedAt: null, expires }
      await storage.putItem({ ...place, ...fields, sealed: await seal(place, secret) })
      return { id: place.id, userId, ...fields, secret }
    },
    find: (lookup) => find(async () => storage.getItem(key(lookup))),
    async findWithUser(lookup) {
      let user: StoredUser | null = null
      const found = await find(async () => {
        const both = await storage.getItemAndUser(key(lookup))
        user = both?.user ?? null
        return both?.item ?? null
      })
      return { ...found, user }
    },
    async list(userId, paging) {
      const filter = { kind: name, ...(userId !== null && { userId }) }
      const { items, next } = await storage.listItems(filter, paging)
      return { items: await Promise.all(items.filter(isCurrent).map(open)), next }
    },
    async replace(item, { data = item.data, secret = item.secret, expires = item.expires }) {
      assertKnown()
      const place = { ...key(item.lookup), id: item.id, userId: item.userId }
      const content = { data, expires, sealed: await seal(place, secret) }
      return storage.replaceItem({ ...place, version: item.version }, content)
    },
    async touch(lookup) {
      await storage.touchItem(key(lookup), now())
    },
    take: (lookup) => find(async () => storage.takeItem(key(lookup))),
    async delete(lookup) {
      await storage.deleteItem(key(lookup))
    },
    deleteAll: async (userId) => storage.deleteItems(userId, name),
  }
}

/** Throws the storage's error if it did not answer: nobody knows then if there is such an item. */
export function assertAnswered(found: FoundItem<ItemData, unknown>): void {
  if (found.state === 'unreadable' && found.reason === 'storage') throw found.cause
}

/** Throws `refusal` if there is no item that can be read. */
export function assertReadable<Data extends ItemData, Secret>(
  found: FoundItem<Data, Secret>,
  refusal: () => Error,
): asserts found is Extract<typeof found, { state: 'readable' }> {
  if (found.state === 'readable') return
  assertAnswered(found)
  throw refusal()
}
