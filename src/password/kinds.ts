import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

type NoFacts = Record<string, never>

/** The hash of a user's password. Its lookup is the user's id: everybody has one at most. */
export const passwordHash: ItemKind<NoFacts, string> = itemKind<NoFacts, string>({
  part: 'password',
  name: 'hash',
  sealed: true,
})

/** The proof in a mailed link. */
export interface MailedLink {
  /** The address that it was mailed to. */
  readonly address: string
  /** Somebody who is signed in adds the address, in the browser that asked. */
  readonly adds?: boolean
}

/**
 * A mailed link, found by the hash of its token. Its user is the one whose password it resets, or who adds the address. One that signs
 * somebody up is nobody's: nobody has an address before it is proven.
 */
export const mailedLink: ItemKind<NoFacts, MailedLink> = itemKind<NoFacts, MailedLink>({
  part: 'password',
  name: 'link',
  sealed: true,
})

/** A username, in its one form: its lookup. */
export const username: ItemKind<NoFacts, undefined> = itemKind<NoFacts>({
  part: 'password',
  name: 'username',
})

/**
 * Marks a user whose password of another library counts no more, because it was removed or an earlier claimant's. It is there only where
 * the application has `import`. Its lookup is the user's id.
 */
export const importOver: ItemKind<NoFacts, undefined> = itemKind<NoFacts>({
  part: 'password',
  name: 'import-over',
})
