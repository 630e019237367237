import type { Storage } from '../../types/storage.ts'
import { conflict, copy, type Write } from './records.ts'
import { values } from './shelf.ts'
import type { Shelves } from './shelves.ts'

type Visits = Pick<
  Required<Storage>,
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'listSessions'
  | 'deleteSessions'
  | 'createAuthenticator'
  | 'getAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
  | 'updateAuthenticator'
  | 'deleteAuthenticator'
>

/** Sessions and passkeys. */
export function visits(shelves: Shelves, write: Write): Visits {
  const { users, sessions, authenticators } = shelves
  const ofUser = (userId: string) => (row: { userId: string }) => row.userId === userId
  return {
    createSession: (session) =>
      write(() => {
        if (!users.get(session.userId)) throw conflict('no user with this id (any more)')
        if (sessions.get(session.sessionToken)) throw conflict('this session')
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
        sessions.set(before.sessionToken, copy({ ...before, ...changes }))
        return copy({ ...before, ...changes })
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
    createAuthenticator: (authenticator) =>
      write(() => {
        if (!users.get(authenticator.userId)) throw conflict('no user with this id (any more)')
        if (authenticators.get(authenticator.credentialID)) throw conflict('this passkey')
        authenticators.set(authenticator.credentialID, copy(authenticator))
        return copy(authenticator)
      }),
    getAuthenticator: (credentialID) => copy(authenticators.get(credentialID) ?? null),
    listAuthenticatorsByUserId: (userId) =>
      [...values(authenticators)].filter(ofUser(userId)).map(copy),
    updateAuthenticatorCounter: (credentialID, counter) =>
      write(() => {
        const before = authenticators.get(credentialID)
        if (!before) throw conflict('no passkey with this id (any more)')
        authenticators.set(credentialID, { ...before, counter })
        return copy({ ...before, counter })
      }),
    updateAuthenticator: (changes) =>
      write(() => {
        const before = authenticators.get(changes.credentialID)
        if (before) authenticators.set(changes.credentialID, copy({ ...before, ...changes }))
      }),
    deleteAuthenticator: (credentialID) => write(() => void authenticators.delete(credentialID)),
  }
}
