import type { JsonValue } from './models.ts'

/** The two fields by which an item is found. Together they are unique. */
export interface ItemKey {
  /** The sort of item, such as `password hash`; at most 255 characters, like `lookup`. */
  readonly kind: string
  /**
   * The text that the item is found by, compared character by character: the SHA-256 of a random token, the id of a user who may have one
   * only, a normalised name. It must not depend on AUTH_SECRET, or changing that would lose the item.
   */
  readonly lookup: string
}

/** Data that a part stores: the hash of a password, a recovery code, an access token. */
export interface StoredItem extends ItemKey {
  /** Distinguishes the item from earlier and later ones with the same lookup. */
  readonly id: string
  /** The owner, with whom the item is deleted; null if it has none. */
  readonly userId: string | null
  /** Facts, readable by anybody who reads the database. */
  readonly data: Readonly<Record<string, JsonValue>>
  /** The secret, sealed by the engine; null if there is none. Storages keep the text as it is. */
  readonly sealed: string | null
  /** Begins at 1, and grows by 1 with each `replaceItem`. */
  readonly version: number
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The time from which it may be swept; null if it stays. */
  readonly expires: Date | null
}

/** The fields of an item that `replaceItem` writes. */
export type ItemContent = Pick<StoredItem, 'data' | 'sealed' | 'expires'>

/** The version of an item that was read, and is to be replaced. */
export type ItemVersion = ItemKey & Pick<StoredItem, 'id' | 'version'>

/** The items to list: of a kind, of a user, or both; without a field, all. */
export interface ItemFilter {
  readonly kind?: string
  readonly userId?: string
}

/** The part of a list to read. */
export interface ItemPaging {
  /** `next` of the previous page. */
  readonly after?: string | null
  /** The most items on the page; 100 by default, at most 1,000. */
  readonly limit?: number
}

/** One page of a list, in the order of kind and lookup. */
export interface ItemPage {
  readonly items: readonly StoredItem[]
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null
}

/** The facts of an item, stored as they are. */
export type ItemData = Readonly<Record<string, JsonValue>>

/** A kind of item, with the part that stores it. `Secret` is undefined if its items have none. */
export interface ItemKind<Data extends ItemData = ItemData, Secret = unknown> {
  /** The name of the part. */
  readonly part: string
  /** The kind's name, unique in its part. */
  readonly name: string
  /** True if every item has a secret, which is sealed. */
  readonly sealed: boolean
  /** Never set: it carries the types of the items. */
  readonly holds?: (data: Data, secret: Secret) => void
}

/** An item as its part sees it. */
export interface Item<Data extends ItemData, Secret>
  extends Omit<StoredItem, 'kind' | 'data' | 'sealed'> {
  readonly data: Data
  readonly secret: Secret
}

/**
 * An item that exists. An `unreadable` one proves nothing, but is not absent: the secret that sealed it is gone or it was sealed for
 * another place (`secret`), the storage did not answer (`storage`), or no configured part has this kind (`kind`).
 */
export type PresentItem<Data extends ItemData, Secret> =
  | { readonly state: 'readable'; readonly item: Item<Data, Secret> }
  | {
      readonly state: 'unreadable'
      readonly reason: 'secret' | 'storage' | 'kind'
      /** The error of the storage. */
      readonly cause?: unknown
    }

/** The result of a lookup. Only `none` means that there is no such item; `unreadable` never does. */
export type FoundItem<Data extends ItemData, Secret> =
  | { readonly state: 'none' }
  | PresentItem<Data, Secret>
