import type { CurrentSession } from '../context.ts'
import { AuthError } from '../errors.ts'
import {
  type Asker,
  askerBy,
  requireAsker,
  requireCurrentSession,
  type SessionReader,
  type Who,
} from './require-user.ts'

/** How old a sign-in may be that deletes an account or takes a way in away: long enough to find the button. */
const recentSeconds = 3600

/** Whoever asks for what cannot be undone: a person must have signed in a short while ago. */
export async function requireRecentAsker(reader: SessionReader, who: Who): Promise<Asker> {
  // An id comes from the application's own code, which has its own reasons.
  if (typeof who === 'string') return requireAsker(reader, who)
  const current = await requireCurrentSession(reader, who)
  if (isRecent(reader, current)) return askerBy(reader, current)
  throw new AuthError('RecentSignInRequired', 'The sign-in is too long ago for this')
}

/** Whether whoever is meant signed in a short while ago. */
export async function isRecentUser(reader: SessionReader, who: Who): Promise<boolean> {
  return typeof who === 'string' || isRecent(reader, await requireCurrentSession(reader, who))
}

/** By what was sealed or stored, whatever the application's `session` callback shows. Who cannot say when, was not here recently. */
function isRecent({ config }: SessionReader, { token, stored }: CurrentSession): boolean {
  const since = token ? (token.auth_time ?? 0) : (stored?.authTime ?? 0)
  return (since + recentSeconds) * 1000 > config.now()
}
