import type { Seal } from '../crypto/seal.ts'
import type { StoredItem } from '../types/item.ts'
import type { Awaitable } from '../types/models.ts'

/** The purpose of the key that seals items. */
export const itemPurpose = 'items'

/** The fields that a secret is bound to: in another row, or for another user, it cannot be opened. */
type Place = Pick<StoredItem, 'kind' | 'id' | 'userId'>

/** Seals the secret of an item. */
export function sealSecret(seal: Seal, place: Place, secret: unknown): Awaitable<string> {
  return seal.seal({ place: textOf(place), secret })
}

/** The secret of an item; undefined if it cannot be opened, or was sealed for another place. */
export async function openSecret(
  seal: Seal,
  item: Place & Pick<StoredItem, 'sealed'>,
): Promise<{ secret: unknown } | undefined> {
  const claims = item.sealed === null ? undefined : await seal.open(item.sealed)
  return claims?.place === textOf(item) ? { secret: claims.secret } : undefined
}

function textOf({ kind, id, userId }: Place): string {
  return JSON.stringify([kind, id, userId])
}
