import { expect, test } from 'vitest'
import type { StoredSession } from '../../../src/types/storage.ts'
import { many, newSession, unique } from '../../storage/people.ts'
import { past, race, type Stage } from './stage.ts'

const conflict = { code: 'StorageConflict' }

/** Sessions, each of one user. */
export function sessionsContract(stage: Stage): void {
  livingContract(stage)
  ownedContract(stage)
  listingContract(stage)
  endingContract(stage)
}

function livingContract({ use, person, can, promises }: Stage): void {
  test('leads from a session to its user until it is deleted', async () => {
    const ada = await person({ name: 'Ada' })
    const session = newSession(ada.id)
    await use().createSession(session)
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.session).toMatchObject(session)
    expect(found?.user).toMatchObject({ id: ada.id, name: 'Ada', email: ada.email })
    await use().deleteSession(session.sessionToken)
    expect(await use().getSessionAndUser(session.sessionToken)).toBeNull()
  })

  can('listSessions')('returns when and how a session began', async () => {
    const ada = await person()
    const proof = { authTime: 1_700_000_000, amr: 'pwd otp' }
    for (const began of [{}, proof]) {
      const session = { ...newSession(ada.id), ...began }
      await use().createSession(session)
      const found = await use().getSessionAndUser(session.sessionToken)
      expect(found?.session).toEqual(session)
      await use().updateSession({ sessionToken: session.sessionToken, expires: session.expires })
      const again = await use().getSessionAndUser(session.sessionToken)
      expect(again?.session).toEqual(session)
    }
  })

  promises('forgets')('returns a session that is over: the engine judges its age', async () => {
    const session = { ...newSession((await person()).id), expires: past }
    await use().createSession(session)
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.session).toMatchObject(session)
  })

  test('prolongs a session', async () => {
    const { id } = await person()
    const [session, other] = [newSession(id), newSession(id)]
    for (const each of [session, other]) await use().createSession(each)
    const expires = new Date('2031-01-01T00:00:00.000Z')
    await use().updateSession({ sessionToken: session.sessionToken, expires })
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.session).toMatchObject({ ...session, expires })
    const untouched = await use().getSessionAndUser(other.sessionToken)
    expect(untouched?.session).toMatchObject(other)
  })

  test('prolongs no session that is gone', async () => {
    const session = newSession((await person()).id)
    await use().createSession(session)
    await use().deleteSession(session.sessionToken)
    const { sessionToken } = session
    const prolonged = use().updateSession({ sessionToken, expires: new Date('2031-01-01') })
    expect((await prolonged) ?? null).toBeNull()
    expect(await use().getSessionAndUser(sessionToken)).toBeNull()
  })

  can('listSessions')(
    'says of an update without changes whether the session is there',
    async () => {
      const session = newSession((await person()).id)
      const { sessionToken } = session
      await use().createSession(session)
      expect(await use().updateSession({ sessionToken })).not.toBeNull()
      const unsaid = { expires: undefined } as unknown as { expires?: Date }
      expect(await use().updateSession({ sessionToken, ...unsaid })).not.toBeNull()
      const found = await use().getSessionAndUser(sessionToken)
      expect(found?.session).toEqual(session)
      await use().deleteSession(sessionToken)
      expect(await use().updateSession({ sessionToken })).toBeNull()
    },
  )

  can('deleteSessions')('wakes no session that ends while it is prolonged', async () => {
    const session = newSession((await person()).id)
    const { sessionToken } = session
    await use().createSession(session)
    const { refused } = await race(10, async (place) =>
      place === 5
        ? use().deleteSession(sessionToken)
        : use().updateSession({ sessionToken, expires: new Date('2031-01-01') }),
    )
    expect(refused).toEqual([])
    expect(await use().getSessionAndUser(sessionToken)).toBeNull()
  })
}

function ownedContract({ use, person, can, promises }: Stage): void {
  promises('noOwners')('refuses a session for nobody as a conflict', async () => {
    const session = newSession(crypto.randomUUID())
    const created = use().createSession(session)
    await expect(created).rejects.toMatchObject(conflict)
    expect(await use().getSessionAndUser(session.sessionToken)).toBeNull()
  })

  promises('repeatsTokens')('takes a session token once', async () => {
    const session = newSession((await person()).id)
    await use().createSession(session)
    const again = use().createSession({ ...session, userId: (await person()).id })
    await expect(again).rejects.toMatchObject({ code: expect.stringMatching(/^Storage/) })
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.user.id).toBe(session.userId)
  })

  can('listSessions', 'transaction')(
    'keeps 200 sessions of a person at the most: those that would expire first end',
    async () => {
      const [ada, bob] = [await person(), await person()]
      await use().createSession(newSession(bob.id))
      const sessions = Array.from({ length: 203 }, (_, second) => ({
        ...newSession(ada.id),
        expires: new Date(Date.UTC(2040, 0, 1, 0, 0, second)),
      }))
      const waiting = sessions.slice(0, 200)
      await many(10, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await use().createSession(next)
      })
      for (const session of sessions.slice(200, 201)) await use().createSession(session)
      expect(await use().listSessions(ada.id)).toHaveLength(200)
      // A sign-in is a transaction.
      for (const session of sessions.slice(201)) {
        await use().transaction(async (inside) => inside.createSession?.(session))
      }
      const open = (await use().listSessions(ada.id)).map(({ sessionToken }) => sessionToken)
      const newest = sessions.slice(3).map(({ sessionToken }) => sessionToken)
      expect(open.toSorted()).toEqual(newest.toSorted())
      expect(await use().listSessions(bob.id)).toHaveLength(1)
    },
  )
}

function listingContract({ use, person, can }: Stage): void {
  const known = {
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    lastUsedAt: new Date('2026-01-03T03:04:05.678Z'),
    userAgent: 'A browser',
    ip: '192.0.2.1',
  }

  can('listSessions')('lists the sessions of a person, with device and place', async () => {
    const [ada, bob] = [await person(), await person()]
    const sessions = [{ ...newSession(ada.id), ...known }, newSession(ada.id)]
    for (const session of [...sessions, newSession(bob.id)]) await use().createSession(session)
    expect(sort(await use().listSessions(ada.id))).toEqual(sort(sessions))
    expect(await use().listSessions(crypto.randomUUID())).toEqual([])
  })

  can('listSessions')('changes when and where a session was last used', async () => {
    const ada = await person()
    const session = { ...newSession(ada.id), ...known }
    await use().createSession(session)
    const seen = {
      lastUsedAt: new Date('2026-01-04T03:04:05.678Z'),
      userAgent: 'Another browser',
      ip: '2001:db8::1',
    }
    await use().updateSession({ sessionToken: session.sessionToken, ...seen })
    expect(await use().listSessions(ada.id)).toEqual([{ ...session, ...seen }])
  })
}

function endingContract({ use, person, can }: Stage): void {
  test('takes the end of a session that is not there for done', async () => {
    const session = newSession((await person()).id)
    await use().createSession(session)
    await use().deleteSession(unique())
    expect(await use().getSessionAndUser(session.sessionToken)).not.toBeNull()
  })

  can('deleteSessions')('ends all sessions of a person, or all but one', async () => {
    const [ada, bob] = [await person(), await person()]
    const [here, ...others] = [newSession(ada.id), newSession(ada.id), newSession(ada.id)]
    const his = newSession(bob.id)
    for (const session of [here, ...others, his]) if (session) await use().createSession(session)
    expect(await use().deleteSessions(ada.id, here?.sessionToken)).toBe(2)
    expect(await use().getSessionAndUser(here?.sessionToken ?? '')).not.toBeNull()
    expect(await use().deleteSessions(ada.id)).toBe(1)
    expect(await use().getSessionAndUser(here?.sessionToken ?? '')).toBeNull()
    expect(await use().getSessionAndUser(his.sessionToken)).not.toBeNull()
    expect(await use().deleteSessions(ada.id)).toBe(0)
  })

  can('deleteSessions')('spares no session for the token of somebody else', async () => {
    const [ada, bob] = [await person(), await person()]
    const [hers, his] = [newSession(ada.id), newSession(bob.id)]
    for (const session of [hers, his]) await use().createSession(session)
    expect(await use().deleteSessions(ada.id, his.sessionToken)).toBe(1)
    expect(await use().listSessions(ada.id)).toEqual([])
    expect(await use().listSessions(bob.id)).toHaveLength(1)
  })
}

function sort(sessions: StoredSession[]): StoredSession[] {
  return sessions.toSorted((a, b) => (a.sessionToken < b.sessionToken ? -1 : 1))
}
