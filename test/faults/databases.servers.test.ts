import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { type SqlOptions, type SqlStorage, sql } from '../../src/storage/sql.ts'
import { newPasskey, newSession, signIn, unique } from '../storage/people.ts'
import { startProcess } from '../storage/processes.ts'
import { type Server, serverOf } from '../storage/servers.ts'
import { startProxy } from './proxy.ts'

const secrets = ['a secret that is long enough to be one']

/** What must be zero, whatever happened. Every sign-in makes a user and an account together. */
const broken = [
  'select count(*) as n from accounts a left join users u on u.id = a."userId" where u.id is null',
  'select count(*) as n from users u left join accounts a on u.id = a."userId" where a."userId" is null',
  'select count(*) as n from (select email from users group by email having count(*) > 1) twice',
]

/** Makes new connections unable to write, as those to a replica are, or able again. */
const setReadOnly = {
  async PostgreSQL(address: string, on: boolean) {
    const client = new pg.Client(address)
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter role portico set default_transaction_read_only = ${on}`)
    await client.end()
  },
  async MariaDB(address: string, on: boolean) {
    const connection = await mysql.createConnection(address)
    await connection.query(`set global tx_read_only = ${Number(on)}`)
    await connection.end()
  },
}

const databases = [
  ['PostgreSQL', countInPostgres],
  ['MariaDB', countInMariadb],
] as const

for (const [name, count] of databases) {
  const start = serverOf(name)
  describe.skipIf(!start)(`${name} on a bad day`, () => {
    let server: Server
    beforeAll(async () => {
      if (!start) return
      server = await start()
      const storage = sql(server.address, { secrets })
      await storage.migrate()
      await storage.close()
    })
    afterAll(() => server?.stop())

    const whole = async () => {
      for (const text of broken) expect(await count(server.address, text), text).toBe(0)
    }

    test('the server is killed in the middle of sign-ins', async () => {
      const storage = open(server.address)
      const people = Array.from({ length: 60 }, stranger)
      const attempts = people.map((who) => signIn(storage, who))
      const failed = failures(attempts)
      await attempts[0]
      await server.kill()
      for (const { reason } of await failed) {
        expect(reason).toBeInstanceOf(AuthError)
        expect(reason.code).toBe('StorageError')
      }
      await server.restart()
      await untilAnswer(storage)
      const ids = await Promise.all(people.map((who) => signIn(storage, who)))
      expect(new Set(ids).size).toBe(people.length)
      await whole()
      await storage.close()
    })

    test('applications are killed in the middle of sign-ins', async () => {
      const before = await count(server.address, 'select count(*) as n from users')
      const workers = Array.from({ length: 3 }, () =>
        startProcess({ address: server.address, task: 'forever' }),
      )
      for (const { report } of workers) report.catch(() => {})
      while ((await count(server.address, 'select count(*) as n from users')) < before + 20) {
        await pause(20)
      }
      for (const worker of workers) worker.kill()
      await Promise.allSettled(workers.map(({ report }) => report))
      const storage = open(server.address)
      expect(await signIn(storage, stranger())).toBeTruthy()
      await storage.close()
      await whole()
    })

    test('connections are cut: what only reads or was not to end yet is done again, and all else next time', async () => {
      const proxy = await startProxy(server.port)
      const storage = open(through(server, proxy.port))
      const who = stranger()
      const id = await signIn(storage, who)
      proxy.cut()
      expect((await storage.getUserByAccount(who))?.id).toBe(id)
      let runs = 0
      await storage.transaction(async (inside) => {
        runs++
        await inside.lockUser?.(id)
        if (runs === 1) proxy.cut()
        await inside.updateUser?.({ id, name: `Written by attempt ${runs}` })
      })
      expect(await storage.getUser(id)).toMatchObject({ name: 'Written by attempt 2' })
      const failed = failures(Array.from({ length: 20 }, () => signIn(storage, stranger())))
      proxy.cut()
      for (const { reason } of await failed) expect(reason.code).toBe('StorageError')
      expect(await signIn(storage, stranger())).toBeTruthy()
      await whole()
      await storage.close()
      await proxy.stop()
    })

    test('the network stalls: nobody waits for ever, and afterwards all is well', async () => {
      const proxy = await startProxy(server.port)
      const storage = open(through(server, proxy.port), { timeout: 300 })
      await signIn(storage, stranger())
      proxy.stall()
      const late = await signIn(storage, stranger()).catch((error) => error)
      const message = expect.stringContaining('did not answer')
      expect(late).toMatchObject({ code: 'StorageError', message })
      proxy.resume()
      await untilAnswer(storage)
      expect(await signIn(storage, stranger())).toBeTruthy()
      await whole()
      await storage.close()
      await proxy.stop()
    })

    test('a server that has become a replica is asked again on a new connection', async () => {
      await setReadOnly[name](server.address, true)
      const storage = open(server.address, { connections: 1 })
      await expect(signIn(storage, stranger())).rejects.toMatchObject({ code: 'StorageError' })
      await setReadOnly[name](server.address, false)
      expect(await signIn(storage, stranger())).toBeTruthy()
      await storage.close()
    })

    test('two transactions wait for each other: one is run again, both happen', async () => {
      const warnings: string[] = []
      const storage = open(server.address)
      storage.configure({ secrets, now: Date.now, warn: (text) => warnings.push(text) })
      const [a, b] = [await signIn(storage, stranger()), await signIn(storage, stranger())]
      const { promise: both, resolve } = Promise.withResolvers<void>()
      let inside = 0
      const rename = (first: string, second: string, name: string) =>
        storage.transaction(async (transaction) => {
          await transaction.updateUser?.({ id: first, name })
          if (++inside === 2) resolve()
          await both
          await transaction.updateUser?.({ id: second, name })
        })
      await Promise.all([rename(a, b, 'One'), rename(b, a, 'Two')])
      const names = [(await storage.getUser(a))?.name, (await storage.getUser(b))?.name]
      expect(names[0]).toBe(names[1])
      expect(warnings.join()).toContain('try again')
      await storage.close()
    })

    test('people sign in while they are deleted: nobody waits for each other, so nothing is run again', async () => {
      const warnings: string[] = []
      const storage = open(server.address)
      storage.configure({ secrets, now: Date.now, warn: (text) => warnings.push(text) })
      for (let round = 0; round < 16; round++) {
        const who = stranger()
        const id = await signIn(storage, who)
        const credentialID = unique()
        await storage.createAuthenticator({ ...newPasskey(id), credentialID })
        const visits = Array.from({ length: 6 }, (_, visit) =>
          storage.transaction(async (inside) => {
            if (visit % 2) await inside.updateAccount?.({ ...key(who), scope: `${round}` })
            else await inside.updateAuthenticatorCounter?.(credentialID, visit)
            await inside.updateUser?.({ id, name: `${round}` })
            await inside.createSession?.(newSession(id))
          }),
        )
        const ends = [
          storage.unlinkAccount(key(who)),
          storage.deleteSessions(id),
          storage.deleteUser(id),
        ]
        for (const { reason } of await failures([...visits, ...ends.map(async (end) => end)])) {
          expect(reason.code).toBe('StorageConflict')
        }
      }
      expect(warnings).toEqual([])
      await whole()
      await storage.close()
    })

    test('a user is deleted while accounts and sessions are added', async () => {
      const storage = open(server.address)
      const who = stranger()
      const userId = await signIn(storage, who)
      const expires = new Date('2040-01-01')
      const work = Array.from({ length: 20 }, async (_, index) => {
        if (index === 10) await storage.deleteUser(userId)
        await storage.createSession({ sessionToken: unique(), userId, expires })
      })
      for (const { reason } of await failures(work)) expect(reason.code).toBe('StorageConflict')
      expect(await storage.listSessions(userId)).toEqual([])
      await whole()
      await storage.close()
    })
  })
}

function open(address: string, options: SqlOptions = {}): SqlStorage {
  return sql(address, { secrets, timeout: 5000, connections: 8, ...options })
}

function stranger() {
  return { email: `${unique()}@a.test`, provider: 'platform', providerAccountId: unique() }
}

function key({ provider, providerAccountId }: ReturnType<typeof stranger>) {
  return { provider, providerAccountId }
}

function through(server: Server, port: number): string {
  return server.address.replace(`:${server.port}/`, `:${port}/`)
}

async function failures(attempts: Promise<unknown>[]): Promise<PromiseRejectedResult[]> {
  const settled = await Promise.allSettled(attempts)
  return settled.filter((result) => result.status === 'rejected')
}

/** A server that was killed needs a moment to repair what it finds. */
async function untilAnswer(storage: SqlStorage): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answered = await signIn(storage, stranger()).catch(() => undefined)
    if (answered) return
    await pause(50)
  }
  throw new Error('The server does not come back')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function countInPostgres(address: string, text: string): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return Number(rows[0].n)
}

async function countInMariadb(uri: string, text: string): Promise<number> {
  const connection = await mysql.createConnection(uri)
  const [rows] = await connection.query(text.replaceAll('"', '`'))
  await connection.end()
  return Number(Object(rows)[0].n)
}
