import { random } from '../crypto/random.ts'
import type { Storage } from '../types/storage.ts'

/**
 * Ends all sessions of a user, except one if given; says how many were stored. The new generation ends what the storage does not know:
 * sealed cookies, and tokens that another library issued.
 */
export async function endAllSessions(
  storage: Storage,
  userId: string,
  except?: string,
): Promise<number> {
  const count = (await storage.deleteSessions?.(userId, except)) ?? 0
  const user = await storage.getUser?.(userId)
  if (user) await storage.updateUser?.({ id: userId, sessionGeneration: random(12) })
  return count
}
