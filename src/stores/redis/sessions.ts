import type { StoredSession } from '../../types/storage.ts'
import { defined } from '../defined.ts'
import { maxSessions, type Sessions } from '../parts.ts'
import type { Keys } from './keys.ts'
import { delist, enlistUntil, listed } from './lists.ts'
import {
  type Atomically,
  conflict,
  places,
  readAll,
  readSession,
  readSessionWithList,
  type readUser,
} from './records.ts'

/** Reads the user of a session, in Redis or in the storage behind it. */
export interface UserSource {
  find(keys: Keys, id: string): ReturnType<typeof readUser>
  /** Reads a session, and its user in the same round trip if Redis has the users. */
  readSession: typeof readSession
}

/** Sessions in Redis. */
export function sessions(atomically: Atomically, users: UserSource, now: () => number): Sessions {
  const enlist = async (keys: Keys, { sessionToken, userId, expires }: StoredSession) => {
    const entry = [places.session(sessionToken), expires.getTime()] as const
    const rule = { now: now(), most: maxSessions }
    for (const place of await enlistUntil(keys, places.sessionsOf(userId), entry, rule)) {
      keys.delete(place)
    }
  }
  return {
    createSession: (session) =>
      atomically(async (keys) => {
        const place = places.session(session.sessionToken)
        if (!(await users.find(keys, session.userId)))
          throw conflict('no user with this id (any more)')
        if (await keys.getNew(place)) throw conflict('this session')
        keys.set(place, session, session.expires)
        await enlist(keys, session)
        return session
      }),
    getSessionAndUser: (sessionToken) =>
      atomically(async (keys) => {
        const session = await users.readSession(keys, places.session(sessionToken))
        const user = session && (await users.find(keys, session.userId))
        return user ? { session, user } : null
      }),
    updateSession: (changes) =>
      atomically(async (keys) => {
        const place = places.session(changes.sessionToken)
        const before = await readSessionWithList(keys, place)
        if (!before) return null
        const session = { ...before, ...defined(changes) }
        keys.set(place, session, session.expires)
        await enlist(keys, session)
        return session
      }),
    deleteSession: (sessionToken) =>
      atomically(async (keys) => {
        const place = places.session(sessionToken)
        const session = await readSessionWithList(keys, place)
        if (!session) return
        keys.delete(place)
        await delist(keys, places.sessionsOf(session.userId), [place])
      }),
    listSessions: (userId) =>
      atomically(async (keys) =>
        readAll(keys, await listed(keys, places.sessionsOf(userId)), readSession),
      ),
    deleteSessions: (userId, except) =>
      atomically(async (keys) => {
        const list = places.sessionsOf(userId)
        const kept = except === undefined ? undefined : places.session(except)
        const ended = (await listed(keys, list)).filter((place) => place !== kept)
        const found = await readAll(keys, ended, readSession)
        for (const place of ended) keys.delete(place)
        await delist(keys, list, ended)
        return found.length
      }),
  }
}
