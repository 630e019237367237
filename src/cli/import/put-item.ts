import { uuid } from '../../crypto/random.ts'
import { requireItems, storedKind } from '../../identity/item-kinds.ts'
import { sealSecret } from '../../identity/sealed-item.ts'
import type { ItemData, ItemKind } from '../../types/item.ts'
import type { Storage } from '../../types/storage.ts'
import type { Target } from './target.ts'

/** An item that a part would store. */
interface NewItem<Data extends ItemData, Secret> {
  readonly lookup: string
  readonly userId: string
  readonly data: Data
  readonly secret?: Secret
  readonly expires?: Date
}

/** Stores an item as its part would, unless it exists. True if it did not. */
export async function putItem<Data extends ItemData, Secret>(
  { seal, now, dry, isEmpty }: Target,
  storage: Storage,
  kind: ItemKind<Data, Secret>,
  { lookup, userId, data, secret, expires }: NewItem<Data, Secret>,
): Promise<boolean> {
  const items = requireItems(storage)
  const place = { id: uuid(), kind: storedKind(kind), userId }
  const isNew = isEmpty || (await items.getItem({ kind: place.kind, lookup })) === null
  if (dry || !isNew) return isNew
  await items.putItem({
    ...place,
    lookup,
    data,
    sealed: kind.sealed ? await sealSecret(seal, place, secret) : null,
    version: 1,
    createdAt: new Date(now),
    lastUsedAt: null,
    expires: expires ?? null,
  })
  return true
}
