import { defined } from '../defined.ts'
import { maxSessions, type Sessions } from '../parts.ts'
import { values } from './bounded-map.ts'
import { conflict, copy, ofUser, type Write } from './records.ts'
import type { Tables } from './tables.ts'

/** Sessions in memory. */
export function sessions({ users, sessions }: Tables, write: Write): Sessions {
  return {
    createSession: (session) =>
      write(() => {
        if (!users.get(session.userId)) throw conflict('no user with this id (any more)')
        if (sessions.get(session.sessionToken)) throw conflict('this session')
        const others = [...values(sessions)].filter(ofUser(session.userId))
        const surplus = others
          .sort((one, other) => other.expires.getTime() - one.expires.getTime())
          .slice(maxSessions - 1)
        for (const { sessionToken } of surplus) sessions.delete(sessionToken)
        sessions.set(session.sessionToken, copy(session))
        return copy(session)
      }),
    getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken)
      const user = session && users.get(session.userId)
      return session && user ? copy({ session, user }) : null
    },
    updateSession: (changes) =>
      write(() => {
        const before = sessions.get(changes.sessionToken)
        if (!before) return null
        const next = { ...before, ...defined(changes) }
        sessions.set(before.sessionToken, copy(next))
        return copy(next)
      }),
    deleteSession: (sessionToken) => write(() => void sessions.delete(sessionToken)),
    listSessions: (userId) => [...values(sessions)].filter(ofUser(userId)).map(copy),
    deleteSessions: (userId, except) =>
      write(() => {
        const ended = [...values(sessions)].filter(ofUser(userId))
        return ended.filter(
          ({ sessionToken }) => sessionToken !== except && sessions.delete(sessionToken),
        ).length
      }),
  }
}
