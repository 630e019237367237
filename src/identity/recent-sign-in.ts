import { assertProven, provenIn } from '../sessions/proof.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Who } from '../types/who.ts'
import { type Asker, askerBy, isById, requireAsker, requireCurrentSession } from './require-user.ts'

/** The one who asks for what cannot be undone: a person must have proven who they are a short while ago, as well as they can. */
export async function requireRecentAsker(reader: SessionReader, who: Who): Promise<Asker> {
  // An id comes from the application's own code, which has its own reasons.
  if (isById(who)) return requireAsker(reader, who)
  const current = await requireCurrentSession(reader, who)
  await assertProven(reader, provenIn(current))
  return askerBy(reader, current)
}
