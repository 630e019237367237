import type { App } from '../app.ts'
import { uuid } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { requireStorage } from '../services/require-storage.ts'
import type {
  FoundItem,
  Item,
  ItemData,
  ItemKind,
  ItemPaging,
  PresentItem,
  StoredItem,
} from '../types/item.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { itemPurpose, openSecret, sealSecret } from './sealed-item.ts'

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

/** Names a kind of item. With `sealed`, each item has a secret. */
export function itemKind<Data extends ItemData = ItemData, Secret = undefined>(
  kind: { part: string; name: string } & ([Secret] extends [undefined]
    ? { sealed?: false }
    : { sealed: true }),
): ItemKind<Data, Secret> {
  return { part: kind.part, name: kind.name, sealed: kind.sealed ?? false }
}

/** The kind as the storage has it: parts cannot take each other's. */
function storedKind({ part, name }: Pick<ItemKind, 'part' | 'name'>): string {
  return `${part}/${name}`
}

type ItemOperations = Required<
  Pick<
    Storage,
    | 'putItem'
    | 'getItem'
    | 'getItemAndUser'
    | 'listItems'
    | 'replaceItem'
    | 'touchItem'
    | 'takeItem'
    | 'deleteItem'
    | 'deleteItems'
  >
>

function requireItems(storage: Storage): ItemOperations {
  if (storage.putItem) return storage as ItemOperations
  throw new AuthError('Unsupported', 'This storage has no place for what parts keep', {
    field: 'storage',
    hint: 'Auth.js adapters have none. Give them a database beside it: fromAdapter(adapter, { items: sql(…) }).',
  })
}

/** Whether a user has items of a kind, readable or not. It needs no secret, and rejects if the storage does not answer. */
export async function hasItems(
  storage: Storage,
  kind: ItemKind<never, never>,
  userId: string,
): Promise<boolean> {
  const filter = { kind: storedKind(kind), userId }
  return (await requireItems(storage).listItems(filter, { limit: 1 })).items.length > 0
}

/** Deletes the items of a user and kind; says how many. It needs no secret. */
export async function deleteItems(
  storage: Storage,
  kind: ItemKind<never, never>,
  userId: string,
): Promise<number> {
  return requireItems(storage).deleteItems(userId, storedKind(kind))
}

/** The items of one kind, in the storage of the application or in a transaction on it. */
export function itemsOf<Data extends ItemData, Secret>(
  { config, services }: App,
  kind: ItemKind<Data, Secret>,
  inside: Storage = requireStorage(config),
): ItemsOfKind<Data, Secret> {
  const storage = requireItems(inside)
  const seal = services.seal(itemPurpose)
  const name = storedKind(kind)
  const key = (lookup: string) => ({ kind: name, lookup })
  const isKnown = config.parts.some(
    (part) => part.name === kind.part && part.kinds?.some((one) => one.name === kind.name),
  )
  const assertKnown = () => {
    if (!isKnown) throw new TypeError(`No configured part lists the kind ${name} in \`kinds\``)
  }
  const sealed = async (place: Pick<StoredItem, 'kind' | 'id' | 'userId'>, secret: Secret) =>
    kind.sealed ? sealSecret(seal, place, secret) : null

  async function open(stored: StoredItem): Promise<PresentItem<Data, Secret>> {
    if (!isKnown) return { state: 'unreadable', reason: 'kind' }
    const opened = kind.sealed ? await openSecret(seal, stored) : { secret: undefined }
    if (!opened) return { state: 'unreadable', reason: 'secret' }
    const { kind: _, sealed: __, ...fields } = stored
    // Only this part writes its kinds, and what was sealed is what was sealed.
    const item = { ...fields, secret: opened.secret } as Item<Data, Secret>
    return { state: 'readable', item }
  }
  async function found(stored: StoredItem | null): Promise<FoundItem<Data, Secret>> {
    if (!stored || (stored.expires && stored.expires.getTime() <= services.now()))
      return { state: 'none' }
    return open(stored)
  }
  const unanswered = (cause: unknown) => {
    // A transaction fails as a whole, and may be run again. Other errors are not for visitors to wait out.
    const isDown = cause instanceof AuthError && cause.code === 'StorageError'
    if (!isDown || inside !== config.storage) throw cause
    return { state: 'unreadable', reason: 'storage', cause } as const
  }

  return {
    async put({ lookup, userId = null, data, secret, expires = null }) {
      assertKnown()
      const place = { kind: name, id: uuid(), userId }
      const createdAt = new Date(services.now())
      const item = { ...place, lookup, data, version: 1, createdAt, lastUsedAt: null, expires }
      await storage.putItem({ ...item, sealed: await sealed(place, secret) })
      const { kind: _, ...fields } = item
      return { ...fields, secret }
    },
    async find(lookup) {
      try {
        return await found(await storage.getItem(key(lookup)))
      } catch (error) {
        return unanswered(error)
      }
    },
    async findWithUser(lookup) {
      try {
        const both = await storage.getItemAndUser(key(lookup))
        return { ...(await found(both?.item ?? null)), user: both?.user ?? null }
      } catch (error) {
        return { ...unanswered(error), user: null }
      }
    },
    async list(userId, paging) {
      const filter = { kind: name, ...(userId !== null && { userId }) }
      const { items, next } = await storage.listItems(filter, paging)
      const now = services.now()
      const current = items.filter(({ expires }) => !expires || expires.getTime() > now)
      return { items: await Promise.all(current.map(open)), next }
    },
    async replace(item, { data = item.data, secret = item.secret, expires = item.expires }) {
      assertKnown()
      const place = { ...key(item.lookup), id: item.id, userId: item.userId }
      const content = { data, expires, sealed: await sealed(place, secret) }
      return storage.replaceItem({ ...place, version: item.version }, content)
    },
    async touch(lookup) {
      await storage.touchItem(key(lookup), new Date(services.now()))
    },
    async take(lookup) {
      try {
        return await found(await storage.takeItem(key(lookup)))
      } catch (error) {
        return unanswered(error)
      }
    },
    async delete(lookup) {
      await storage.deleteItem(key(lookup))
    },
    deleteAll: async (userId) => storage.deleteItems(userId, name),
  }
}
