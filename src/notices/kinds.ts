import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** A browser that a user has signed in with. */
export const device: ItemKind<Record<string, never>, undefined> = itemKind({
  part: 'notices',
  name: 'device',
})

/** The act that a link of a notice is about. */
export interface Noticed {
  readonly event: string
  /** The moment it happened, in milliseconds since 1970. */
  readonly at: number
  /** The sessions and devices of the minute before, by id: clocks of two servers would say less. */
  readonly kept: readonly string[]
}

/** A link by which somebody says that it was not them. What it ends is sealed: whoever writes to the database decides nothing. */
export const link: ItemKind<Record<string, never>, Noticed> = itemKind<
  Record<string, never>,
  Noticed
>({ part: 'notices', name: 'link', sealed: true })
