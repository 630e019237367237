import type { SessionReader } from '../sessions/read-session.ts'
import { assertRecent, signedInAt } from '../sessions/sign-in-age.ts'
import type { Who } from '../types/who.ts'
import { type Asker, askerBy, isById, requireAsker, requireCurrentSession } from './require-user.ts'

/** Whoever asks for what cannot be undone: a person must have signed in a short while ago. */
export async function requireRecentAsker(reader: SessionReader, who: Who): Promise<Asker> {
  // An id comes from the application's own code, which has its own reasons.
  if (isById(who)) return requireAsker(reader, who)
  const current = await requireCurrentSession(reader, who)
  assertRecent(reader.services, signedInAt(current))
  return askerBy(reader, current)
}
