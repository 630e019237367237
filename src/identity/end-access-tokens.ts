import type { Storage } from '../types/storage.ts'
import { storedKind } from './item-kinds.ts'

/** The name of the items that let a program act as a user. */
export const accessTokenKind = { part: 'access-tokens', name: 'token' } as const

/**
 * Ends the access tokens of a user, since somebody else may have made them. The act that ends them calls it in its own transaction: told
 * afterwards, a server that stops in between would leave them. Also where no part reads them: another deployment on the storage may.
 */
export async function endAccessTokens(inside: Storage, userId: string): Promise<void> {
  await inside.deleteItems?.(userId, storedKind(accessTokenKind))
}
