import { sha256 } from '../crypto/hash.ts'
import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The name of the part. */
export const part = 'better-auth'

/** The facts that are kept of a session which Better Auth began. */
export interface SessionFacts {
  readonly [fact: string]: number
  /** The moment the person signed in, in seconds since 1970. */
  readonly authTime: number
  /** 1 once a session of ours has begun in its place. */
  readonly replaced: number
}

/** A session that Better Auth began and that the import took over, found by the hash of its token. It ends with the item. */
export const inheritedSession: ItemKind<SessionFacts, undefined> = itemKind<SessionFacts>({
  part,
  name: 'session',
})

/** The lookup of a session. Better Auth keeps tokens as they are; here only their hashes are kept. */
export async function lookupOf(token: string): Promise<string> {
  return sha256(token)
}
