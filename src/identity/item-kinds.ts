import { AuthError } from '../errors.ts'
import type { Items } from '../stores/parts.ts'
import type { ItemData, ItemKind } from '../types/item.ts'
import type { Storage } from '../types/storage.ts'

/** Names a kind of item. With `sealed`, each item has a secret. */
export function itemKind<Data extends ItemData = ItemData, Secret = undefined>(
  kind: { part: string; name: string } & ([Secret] extends [undefined]
    ? { sealed?: false }
    : { sealed: true }),
): ItemKind<Data, Secret> {
  return { part: kind.part, name: kind.name, sealed: kind.sealed ?? false }
}

/** The kind as the storage has it: two parts never have the same. */
export function storedKind({ part, name }: Pick<ItemKind, 'part' | 'name'>): string {
  return `${part}/${name}`
}

/** The operations on items; refuses a storage that has no place for them. */
export function requireItems(storage: Storage): Items {
  // A storage has all of them or none.
  if (storage.putItem) return storage as Storage & Items
  throw new AuthError('Unsupported', 'This storage has no place for what parts keep', {
    field: 'storage',
    hint: 'Auth.js adapters have none. Give them a database beside it: fromAdapter(adapter, { items: sql(…) }).',
  })
}

/** True if a user has items of a kind, readable or not. It needs no secret, and rejects if the storage does not answer. */
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
