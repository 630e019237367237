import type { Services } from '../app/services.ts'
import type { Config } from '../config.ts'
import type { Seal } from '../crypto/seal.ts'
import { AuthError } from '../errors.ts'
import type { FoundItem, Item, ItemData, ItemKind, PresentItem, StoredItem } from '../types/item.ts'
import type { Storage } from '../types/storage.ts'
import { itemPurpose, openSecret, sealSecret } from './sealed-item.ts'

/** As much of an application as items need. */
export interface ItemApp {
  readonly config: Pick<Config, 'storage' | 'parts'>
  readonly services: Pick<Services, 'seal' | 'now'>
}

/** Turns items of the storage into those of a part, and back. */
export interface ItemReader<Data extends ItemData, Secret> {
  /** Refuses to write a kind that no configured part lists. */
  assertKnown(): void
  seal(place: Pick<StoredItem, 'kind' | 'id' | 'userId'>, secret: Secret): Promise<string | null>
  isCurrent(stored: StoredItem): boolean
  open(stored: StoredItem): Promise<PresentItem<Data, Secret>>
  /** Asks the storage for an item. One that has expired is none; while the storage does not answer, there is one. */
  find(ask: () => PromiseLike<StoredItem | null>): Promise<FoundItem<Data, Secret>>
}

/** A reader of one kind. */
export function itemReader<Data extends ItemData, Secret>(
  { config, services }: ItemApp,
  kind: ItemKind<Data, Secret>,
  storage: Storage,
): ItemReader<Data, Secret> {
  const seal: Seal = services.seal(itemPurpose)
  const isKnown = config.parts.some(
    (part) => part.name === kind.part && part.kinds?.some((one) => one.name === kind.name),
  )
  const reader: ItemReader<Data, Secret> = {
    assertKnown() {
      if (isKnown) return
      throw new TypeError(`No configured part lists ${kind.part}/${kind.name} in its \`kinds\``)
    },
    seal: async (place, secret) => (kind.sealed ? sealSecret(seal, place, secret) : null),
    isCurrent: ({ expires }) => !expires || expires.getTime() > services.now(),
    async open(stored) {
      if (!isKnown) return { state: 'unreadable', reason: 'kind' }
      const opened = kind.sealed ? await openSecret(seal, stored) : { secret: undefined }
      if (!opened) return { state: 'unreadable', reason: 'secret' }
      const { kind: _, sealed: __, ...fields } = stored
      // Only this part writes its kinds, and nobody else can seal a secret.
      return { state: 'readable', item: { ...fields, secret: opened.secret } as Item<Data, Secret> }
    },
    async find(ask) {
      try {
        const stored = await ask()
        return stored && reader.isCurrent(stored) ? await reader.open(stored) : { state: 'none' }
      } catch (cause) {
        // A transaction fails as a whole, and may be run again. Other errors are not for visitors to wait out.
        const isDown = cause instanceof AuthError && cause.code === 'StorageError'
        if (!isDown || storage !== config.storage) throw cause
        return { state: 'unreadable', reason: 'storage', cause }
      }
    },
  }
  return reader
}
