import type { CurrentSession } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { RequestSource } from '../http/request-source.ts'
import type { SessionDemands } from '../sessions/bearer.ts'
import { readSession, type SessionReader } from '../sessions/read-session.ts'
import type { Storage } from '../types/storage.ts'
import type { UserById, Who } from '../types/who.ts'

/** The session of a person who sent a request, or with `demands` also of a program; refuses when nobody is signed in. */
export async function requireCurrentSession(
  reader: SessionReader,
  source: RequestSource,
  demands?: SessionDemands,
): Promise<CurrentSession> {
  const current = await readSession(reader, source, demands)
  if (current && (await isInForce(reader, current))) return current
  throw nobody()
}

function nobody(): AuthError {
  return new AuthError('SessionRequired', 'Nobody is signed in')
}

/** A cookie cannot know that all sessions of its user were ended; whoever acts on the account asks the storage. */
async function isInForce(
  { config, sessions }: SessionReader,
  current: CurrentSession,
): Promise<boolean> {
  return !current.token || sessions.exists(current, config.storage)
}

/** Tells a user who is named by their id from a request. A request is a request, even if somebody wrote a `userId` on it, as middleware does. */
export function isById(who: Who): who is UserById {
  if (typeof who !== 'object' || who === null) throw notSomebody()
  // Headers are known by what they can do: a framework, or a test's environment, may have a class of its own.
  if ('headers' in who || 'get' in who) return false
  if ('userId' in who && typeof who.userId === 'string' && who.userId !== '') return true
  throw notSomebody()
}

function notSomebody(): AuthError {
  return new AuthError('InvalidRequest', 'Pass a request of the person, or `{ userId }`', {
    field: 'who',
  })
}

/** The id of the user who is meant. */
export async function requireUserId(reader: SessionReader, who: Who): Promise<string> {
  return isById(who) ? who.userId : (await requireCurrentSession(reader, who)).userId
}

/** The one who asks for a change. */
export interface Asker {
  readonly userId: string
  /** Refuses if the session that asked has ended: its user may be another person's by the time that the change is made. */
  assertSignedIn(inside: Storage): Promise<void>
}

/** The one who asks for a change: a person by their session, or the application's own code. */
export async function requireAsker(reader: SessionReader, who: Who): Promise<Asker> {
  if (isById(who)) return { userId: who.userId, async assertSignedIn() {} }
  return askerBy(reader, await requireCurrentSession(reader, who))
}

/** A person who asks by their session. */
export function askerBy(
  { sessions }: SessionReader,
  current: Pick<CurrentSession, 'userId' | 'sessionId'>,
): Asker {
  return {
    userId: current.userId,
    async assertSignedIn(inside) {
      if (!(await sessions.exists(current, inside))) throw nobody()
    },
  }
}

/** The request that asks, for the audit log. */
export function sourceIn(who: Who): RequestSource | undefined {
  return isById(who) ? undefined : who
}
