import { AuthError } from '../errors.ts'
import type { ItemKey } from '../types/item.ts'

/** The longest kind and the longest lookup, in characters: the two of them fit into an index of every database. */
const mostCharacters = 255

/** Refuses a key that a database would truncate or could not index. A truncated key could equal another. */
export function assertItemKey({ kind, lookup }: ItemKey): void {
  for (const [field, text] of Object.entries({ kind, lookup })) {
    if (text.length > 0 && text.length <= mostCharacters) continue
    throw new AuthError('InvalidRequest', `The ${field} of an item has 1 to 255 characters`, {
      field,
      hint: 'Look a longer text up by its `sha256()`.',
    })
  }
}

/** The error for a second item of the same kind and lookup. Its `field` tells it from other conflicts. */
export function itemExists(cause?: unknown): AuthError {
  return new AuthError('StorageConflict', 'The storage has an item of this kind and lookup', {
    field: 'lookup',
    cause,
  })
}
