import type { Context, CurrentSession } from '../context.ts'
import type { Session } from '../types/models.ts'
import type { StoredSession } from '../types/storage.ts'
import { startSession, toSession } from './database-sessions.ts'
import type { Sessions } from './session.ts'
import { runSessionCallback } from './session-callback.ts'

/**
 * Begins a session of ours for somebody whom another library signed in, and returns what it says; null if their session, which `exists`
 * knows, has ended meanwhile.
 */
export async function takeOver(
  own: Sessions,
  context: Context,
  current: CurrentSession,
  { exists, change, proof = {} }: Taking,
): Promise<Session | null> {
  const { config, services, request, cookies } = context
  if (config.session.strategy === 'cookie') return own.renew(context, current, change)
  const { user } = current
  if (!user) return null
  const begun = await startSession(context, current, exists, proof)
  if (!begun) return null
  cookies.add(begun)
  const expires = new Date(services.now() + config.session.maxAge * 1000)
  const session = toSession(user, { expires, ...proof })
  return runSessionCallback(config, request, { session, user }, change)
}

interface Taking {
  readonly exists: Sessions['exists']
  readonly change?: { session: unknown } | undefined
  readonly proof?: Proof
}

/** The moment the other library signed the person in, if it told. */
type Proof = Pick<StoredSession, 'authTime'>
