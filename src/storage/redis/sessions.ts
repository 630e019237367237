import type { Sessions } from '../parts.ts'
import type { Keys } from './keys.ts'
import { delist, enlist, listed } from './lists.ts'
import {
  type Atomically,
  conflict,
  places,
  readAll,
  readSession,
  type readUser,
} from './records.ts'

/** Finds the user of a session: in Redis itself, or in the storage behind it. */
export type FindUser = (keys: Keys, id: string) => ReturnType<typeof readUser>

/** Sessions in Redis. */
export function sessions(atomically: Atomically, findUser: FindUser, now: () => number): Sessions {
  const end = async (keys: Keys, place: string) => {
    const session = await readSession(keys, place)
    if (!session) return false
    keys.delete(place)
    await delist(keys, places.sessionsOf(session.userId), place)
    return true
  }
  return {
    createSession: (session) =>
      atomically(async (keys) => {
        const { sessionToken, userId, expires } = session
        const place = places.session(sessionToken)
        if (!(await findUser(keys, userId))) throw conflict('no user with this id (any more)')
        if (await readSession(keys, place)) throw conflict('this session')
        keys.set(place, session, expires)
        await enlist(keys, places.sessionsOf(userId), place, expires.getTime(), now())
        return session
      }),
    getSessionAndUser: (sessionToken) =>
      atomically(async (keys) => {
        const session = await readSession(keys, places.session(sessionToken))
        const user = session && (await findUser(keys, session.userId))
        return user ? { session, user } : null
      }),
    updateSession: (changes) =>
      atomically(async (keys) => {
        const place = places.session(changes.sessionToken)
        const before = await readSession(keys, place)
        if (!before) return null
        const session = { ...before, ...changes }
        keys.set(place, session, session.expires)
        const list = places.sessionsOf(session.userId)
        await enlist(keys, list, place, session.expires.getTime(), now())
        return session
      }),
    deleteSession: (sessionToken) => atomically((keys) => end(keys, places.session(sessionToken))),
    listSessions: (userId) =>
      atomically(async (keys) =>
        readAll(keys, await listed(keys, places.sessionsOf(userId)), readSession),
      ),
    deleteSessions: (userId, except) =>
      atomically(async (keys) => {
        const kept = except === undefined ? undefined : places.session(except)
        let ended = 0
        for (const place of await listed(keys, places.sessionsOf(userId))) {
          if (place !== kept && (await end(keys, place))) ended++
        }
        return ended
      }),
  }
}
