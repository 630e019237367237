import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** Marks a user as a guest. Its lookup is the user's id: whoever has none is a guest no more. */
export const guestMark: ItemKind<Record<string, never>, undefined> = itemKind<
  Record<string, never>
>({ part: 'guest', name: 'guest' })
