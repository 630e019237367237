import type { Storage } from '../types/storage.ts'

/**
 * Locks a user, and whoever has the address that they are to get, in the order of their ids. A claim that nobody proved gives way to the
 * proof; a proven address stays where it is.
 */
export async function freeAddress(
  inside: Storage,
  email: string,
  userId: string,
): Promise<'free' | 'taken'> {
  const other = await inside.getUserByEmail?.(email)
  const ids = [...new Set([userId, ...(other ? [other.id] : [])])].sort()
  for (const id of ids) await inside.lockUser?.(id)
  const now = other ? await inside.getUserByEmail?.(email) : null
  if (!now || now.id === userId) return 'free'
  if (now.emailVerified) return 'taken'
  await inside.updateUser?.({ id: now.id, email: null, emailVerifiedBy: null })
  return 'free'
}
