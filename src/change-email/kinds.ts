import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

type NoFacts = Record<string, never>

/** A change that waits for its proof. */
export interface Pending {
  readonly email: string
  /** The hashes of the link's token and of the code. */
  readonly token: string
  readonly code: string
  /** The `sessionGeneration` of the user who asked: whatever ends all sessions ends the wish. */
  readonly generation: string
}

/** The change that a user has asked for. Its lookup is the user's id: the last wish counts. */
export const pending: ItemKind<NoFacts, Pending> = itemKind<NoFacts, Pending>({
  part: 'change-email',
  name: 'pending',
  sealed: true,
})

/** A change that can be taken back. */
export interface Change {
  /** The old address. */
  readonly email: string
  /** The moment of the change, in milliseconds since 1970. */
  readonly at: number
  /** The accounts that the user had by then, as `provider account`. */
  readonly accounts: readonly string[]
  /** The passkeys and young items that the user had by then, by id: clocks of two servers would say less. */
  readonly kept: readonly string[]
}

/** A link by which the old address takes a change back, found by the hash of its token. */
export const change: ItemKind<NoFacts, Change> = itemKind<NoFacts, Change>({
  part: 'change-email',
  name: 'change',
  sealed: true,
})
