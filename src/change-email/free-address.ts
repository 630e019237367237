import type { Storage, StoredUser } from '../types/storage.ts'

/** The answer about an address: true if a user can get it, and who lost it for that. */
export interface FreedAddress {
  readonly isFree: boolean
  readonly displaced?: StoredUser | undefined
}

/**
 * Locks a user, and whoever has the address that they are to get, in the order of their ids. A claim that nobody proved gives way to the
 * proof; a proven address stays where it is.
 */
export async function freeAddress(
  inside: Storage,
  email: string,
  userId: string,
): Promise<FreedAddress> {
  const other = await inside.getUserByEmail?.(email)
  const ids = [...new Set([userId, ...(other ? [other.id] : [])])].sort()
  for (const id of ids) await inside.lockUser?.(id)
  const now = other ? await inside.getUserByEmail?.(email) : null
  if (!now || now.id === userId) return { isFree: true }
  if (now.emailVerified) return { isFree: false }
  const nobodys = { email: null, emailVerifiedBy: null }
  return { isFree: true, displaced: await inside.updateUser?.({ id: now.id, ...nobodys }) }
}
