import type { Storage, StoredSession } from '../../types/storage.ts'
import { call, toUser } from './convert.ts'

/** Sessions and one-time tokens through an adapter. */
export function adaptSessions(adapter: Storage): Storage {
  const find = async (sessionToken: string) => {
    const found = await call('getSessionAndUser', () => adapter.getSessionAndUser?.(sessionToken))
    // A database that ignores case may find the session of another token.
    if (found?.session.sessionToken !== sessionToken) return null
    return { session: toSession(found.session), user: toUser(found.user) }
  }
  // Some adapters fail if the session is already gone. That is no failure here.
  const unlessGone = async (sessionToken: string, work: () => Promise<unknown>) => {
    try {
      return await work()
    } catch (error) {
      if (await find(sessionToken)) throw error
      return null
    }
  }
  return {
    ...(adapter.createSession && {
      createSession: ({ sessionToken, userId, expires }) =>
        call('createSession', async () => {
          const session = { sessionToken, userId, expires }
          return toSession({ ...session, ...(await adapter.createSession?.(session)) })
        }),
    }),
    ...(adapter.getSessionAndUser && { getSessionAndUser: find }),
    ...(adapter.updateSession && {
      updateSession: ({ sessionToken, expires }) =>
        unlessGone(sessionToken, () =>
          call('updateSession', () =>
            adapter.updateSession?.({ sessionToken, ...(expires && { expires }) }),
          ),
        ),
    }),
    ...(adapter.deleteSession && {
      deleteSession: (sessionToken) =>
        unlessGone(sessionToken, () =>
          call('deleteSession', () => adapter.deleteSession?.(sessionToken)),
        ),
    }),
    ...(adapter.createVerificationToken && {
      createVerificationToken: ({ identifier, token, expires }) =>
        call('createVerificationToken', () =>
          adapter.createVerificationToken?.({ identifier, token, expires }),
        ),
    }),
    ...(adapter.useVerificationToken && {
      useVerificationToken: async ({ identifier, token }) => {
        const used = await call('useVerificationToken', () =>
          adapter.useVerificationToken?.({ identifier, token }),
        )
        const isAsked = used?.identifier === identifier && used.token === token
        return isAsked ? { ...used, expires: new Date(used.expires) } : null
      },
    }),
  }
}

function toSession(session: StoredSession): StoredSession {
  return { ...session, userId: String(session.userId), expires: new Date(session.expires) }
}
