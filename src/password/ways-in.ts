import { uuid } from '../crypto/random.ts'
import { deleteItems, hasItems, requireItems, storedKind } from '../identity/item-kinds.ts'
import type { WayIn } from '../methods/method.ts'
import type { Storage } from '../types/storage.ts'
import { importOver, mailedLink, passwordHash, username } from './kinds.ts'
import type { ResolvedPassword } from './resolved.ts'

/** The key that tells a password from a person's other ways in. */
export function passwordKey(userId: string): string {
  return `password ${userId}`
}

/** The password of a user. Whoever has no name and no address any more to type besides it cannot sign in with it. */
export async function waysIn(
  storage: Storage,
  { identifier }: Pick<ResolvedPassword, 'identifier'>,
  userId: string,
): Promise<WayIn[]> {
  const isNamed =
    identifier === 'username'
      ? await hasItems(storage, username, userId)
      : Boolean((await storage.getUser?.(userId))?.email)
  const canType = isNamed && (await hasItems(storage, passwordHash, userId))
  return canType ? [{ key: passwordKey(userId) }] : []
}

/**
 * Removes the password of a user, and the links that would set another one. A password of another library that the application judges
 * counts no more either: the table of that library still has it.
 */
export async function removePassword(
  storage: Storage,
  provider: Pick<ResolvedPassword, 'import'>,
  userId: string,
): Promise<void> {
  await deleteItems(storage, passwordHash, userId)
  await deleteItems(storage, mailedLink, userId)
  if (typeof provider.import !== 'function') return
  await deleteItems(storage, importOver, userId)
  await requireItems(storage).putItem({
    ...{ id: uuid(), kind: storedKind(importOver), lookup: userId, userId },
    ...{ data: {}, sealed: null, version: 1, createdAt: new Date(), lastUsedAt: null },
    expires: null,
  })
}
