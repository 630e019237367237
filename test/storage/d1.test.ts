import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type D1, type D1Statement, d1 } from '../../src/storage/d1.ts'
import type { Storage } from '../../src/types/storage.ts'
import { tornReadContract } from '../contracts/torn-reads.ts'
import { type D1Server, startD1 } from './d1-server.ts'
import { newAccount, newUser, present, unique } from './people.ts'

type Worker = Required<Storage>

const secrets = ['a secret that is long enough to be one']

let server: D1Server

beforeAll(async () => {
  server = await startD1()
})
afterAll(() => server.close())

describe('one D1 database and several workers', () => {
  const workers = (database: D1, count: number) =>
    Array.from({ length: count }, () => present(d1(database, { secrets })))

  test('a request that is cancelled while the database opens keeps nobody else waiting', async () => {
    const database = server.newDatabase()
    let asked = 0
    const isFirst = () => asked++ === 0
    const cancelled: D1 = {
      prepare(statement) {
        const prepared = database.prepare(statement)
        if (!isFirst()) return prepared
        // What a cancelled request has asked for is never answered.
        const unanswered = { bind: () => unanswered, all: () => new Promise<never>(() => {}) }
        return unanswered
      },
      batch: (statements) => database.batch(statements),
    }
    const storage = d1(cancelled, { secrets })
    void storage.getUser('first')
    expect(await storage.getUser('second')).toBeNull()
  })

  test('a transaction sees what it has written, and nobody else does before its end', async () => {
    const [storage, other] = workers(server.newDatabase(), 2)
    if (!storage || !other) throw new Error('two storages')
    const stranger = await storage.createUser(newUser())
    await storage.linkAccount(newAccount(stranger.id))
    const user = newUser({ name: 'Ada' })
    const account = newAccount(user.id)
    const [kept, gone] = [unique(), unique()]
    const expires = new Date('2040-01-01')
    await storage.transaction(async (transaction) => {
      const inside = present(transaction)
      await inside.createUser(user)
      await inside.linkAccount(account)
      for (const sessionToken of [kept, gone]) {
        await inside.createSession({ sessionToken, userId: user.id, expires })
      }
      await inside.updateUser({ id: user.id, name: 'Countess' })
      await inside.updateSession({ sessionToken: kept, userAgent: 'Firefox' })
      expect(await inside.getUserByAccount(account)).toMatchObject({ name: 'Countess' })
      expect(await inside.deleteSessions(user.id, kept)).toBe(1)
      expect(await inside.getSessionAndUser(gone)).toBeNull()
      expect((await inside.getSessionAndUser(kept))?.user.name).toBe('Countess')
      expect(await inside.hit('door', 60)).toBe(1)
      expect(await inside.hit('door', 60)).toBe(2)
      expect(await inside.claim('key', expires)).toBe(true)
      expect(await inside.claim('key', expires)).toBe(false)
      const token = { identifier: 'a', token: unique(), expires }
      await inside.createVerificationToken(token)
      expect(await inside.useVerificationToken(token)).toEqual(token)
      expect(await inside.useVerificationToken(token)).toBeNull()
      for (const at of [1, 3, 2])
        await inside.audit({ at: new Date(at), event: `e${at}`, userId: user.id })
      expect((await inside.listAudit(user.id, 2)).map(({ event }) => event)).toEqual(['e3', 'e2'])
      expect(await other.getUser(user.id)).toBeNull()
    })
    expect(await other.getUserByAccount(account)).toMatchObject({ name: 'Countess' })
    expect((await other.listSessions(user.id)).map(({ sessionToken }) => sessionToken)).toEqual([
      kept,
    ])
    expect(await other.hit('door', 60)).toBe(3)
    expect(await other.claim('key', expires)).toBe(false)
    expect((await other.listAudit(user.id)).map(({ event }) => event)).toEqual(['e3', 'e2', 'e1'])
  })

  tornReadContract(async () => {
    const database = server.newDatabase()
    return [present(d1(database, { secrets })), present(d1(database, { secrets }))]
  })

  test('an attempt that follows a late one reads in one batch what that one read one by one', async () => {
    const database = server.newDatabase()
    const sent: string[] = []
    const note = (text: string, statement: D1Statement): D1Statement => ({
      ...statement,
      bind: (...values) => note(text, statement.bind(...values)),
      all() {
        sent.push('one')
        return statement.all()
      },
    })
    const noted: D1 = {
      prepare: (text) => note(text, database.prepare(text)),
      batch(statements) {
        sent.push('batch')
        return database.batch(statements)
      },
    }
    const [storage] = workers(noted, 1)
    const [other] = workers(database, 1)
    if (!storage || !other) throw new Error('two storages')
    const user = await storage.createUser(newUser({ name: 'Ada' }))
    const attempts: string[][] = []
    await storage.transaction(async (transaction) => {
      const inside = present(transaction)
      attempts.push(sent.splice(0))
      const now = await inside.lockUser(user.id)
      await inside.listAccounts(user.id)
      await inside.listSessions(user.id)
      if (attempts.length === 1) await other.updateUser({ id: user.id, name: 'Eve' })
      await inside.updateUser({ id: user.id, name: `${now?.name}, once more` })
    })
    const [, second = []] = attempts
    // Three reads, the batch that was too late, and one for all that is read again; then only the batch that writes.
    expect(second).toEqual(['one', 'one', 'one', 'batch', 'batch'])
    expect(sent).toEqual(['batch'])
    expect(await storage.getUser(user.id)).toMatchObject({ name: 'Eve, once more' })
  })

  test('of a crowd that changes the same user everybody gets through, one after the other', async () => {
    const all = workers(server.newDatabase(), 20)
    const [first] = all
    const { id } = (await first?.createUser(newUser({ name: '' }))) ?? { id: '' }
    await Promise.all(
      all.map((storage) =>
        storage.transaction(async (transaction) => {
          const inside = present(transaction)
          const user = await inside.lockUser(id)
          await inside.listAccounts(id)
          await inside.updateUser({ id, name: `${user?.name}x` })
        }),
      ),
    )
    expect((await first?.getUser(id))?.name).toBe('x'.repeat(20))
  })

  /** What another worker does after this one has read and before it writes. */
  const meanwhile = {
    'a row that was read is changed': (other, { id }) => other.updateUser({ id, name: 'Eve' }),
    'a row that was read is gone': (other, { id }) => other.deleteUser(id),
    'there is a row more than was read': (other, { id }) => other.linkAccount(newAccount(id)),
  } satisfies Record<string, (other: Worker, user: { id: string }) => unknown>

  for (const [what, happens] of Object.entries(meanwhile)) {
    test(`${what} meanwhile: the work is done anew on what is so now`, async () => {
      const [storage, other] = workers(server.newDatabase(), 2)
      if (!storage || !other) throw new Error('two storages')
      const user = await storage.createUser(newUser({ name: 'Ada' }))
      let attempts = 0
      const seen = await storage.transaction(async (transaction) => {
        const inside = present(transaction)
        const now = await inside.lockUser(user.id)
        const accounts = await inside.listAccounts(user.id)
        if (attempts++ === 0) await happens(other, user)
        await inside.audit({ at: new Date(), event: 'counted', userId: user.id })
        return { name: now?.name, accounts: accounts.length }
      })
      expect(attempts).toBe(2)
      const now = await storage.getUser(user.id)
      const accounts = await storage.listAccounts(user.id)
      expect(seen).toEqual({ name: now?.name, accounts: accounts.length })
      expect(await storage.listAudit(user.id)).toHaveLength(1)
    })
  }
})
