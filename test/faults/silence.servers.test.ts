import { createServer } from 'node:net'
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { applicationPool } from '../storage/application-pool.ts'
import { signIn, unique } from '../storage/people.ts'
import { type Server, serverOf } from '../storage/servers.ts'
import { startProxy } from './proxy.ts'

const secrets = ['a secret that is long enough to be one']
const timeout = 1000
const refusal = { code: 'StorageError', message: expect.stringMatching(/did not answer/) }

/** Kysely instances of an application that set no time limit of their own. */
const instances = {
  PostgreSQL(address: string) {
    const pool = applicationPool(address, { max: 2 })
    return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  },
  MariaDB: (address: string) =>
    new Kysely<unknown>({ dialect: new MysqlDialect({ pool: createPool(address) }) }),
}

/** A transaction that reads, and reads once more when `stalled` is resolved; it says in `order` when it gave up. */
async function readTwice(storage: ReturnType<typeof sql>, id: string, order: string[]) {
  const begun = Promise.withResolvers<void>()
  const stalled = Promise.withResolvers<void>()
  const reading = storage.transaction(async (inside) => {
    await inside.getUser?.(id)
    begun.resolve()
    await stalled.promise
    try {
      await inside.getUser?.(id)
    } finally {
      order.push('the patient one')
    }
  })
  await begun.promise
  return { stalled, reading }
}

for (const name of ['PostgreSQL', 'MariaDB'] as const) {
  const start = serverOf(name)
  describe.skipIf(!start)(`a silent connection to ${name}`, () => {
    let server: Server
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let address = ''
    beforeAll(async () => {
      if (!start) return
      server = await start()
      proxy = await startProxy(server.port)
      address = server.address.replace(`:${server.port}/`, `:${proxy.port}/`)
      const storage = sql(server.address, { secrets })
      await storage.migrate()
      await storage.close()
    })
    afterAll(async () => {
      await proxy?.stop()
      await server?.stop()
    })

    test('a transaction waits once, not again for its end', async () => {
      const storage = sql(address, { secrets, timeout, connections: 2 })
      // Waits for less than twice as long, and so must be the last to give up.
      const patient = sql(address, { secrets, timeout: timeout * 1.8, connections: 2 })
      const id = await signIn(storage, stranger())
      const order: string[] = []
      const { stalled, reading } = await readTwice(patient, id, order)
      const failed = storage.transaction(async (inside) => {
        await inside.lockUser?.(id)
        proxy.stall()
        stalled.resolve()
        await inside.updateUser?.({ id, name: 'Never' })
      })
      await expect(failed).rejects.toMatchObject(refusal)
      order.push('the other')
      await expect(reading).rejects.toMatchObject(refusal)
      expect(order).toEqual(['the other', 'the patient one'])
      proxy.resume()
      await storage.close()
      await patient.close()
    })

    test('a read waits as long as one statement, though it is repeated on another connection', async () => {
      const storage = sql(address, { secrets, timeout, connections: 2 })
      // A transaction of this one ends after the read, and would end before a read that waits twice.
      const longer = timeout * { PostgreSQL: 1.4, MariaDB: 1.8 }[name]
      const patient = sql(address, { secrets, timeout: longer, connections: 2 })
      const id = await signIn(storage, stranger())
      const order: string[] = []
      const { stalled, reading: waiting } = await readTwice(patient, id, order)
      proxy.stall()
      stalled.resolve()
      await expect(storage.getUser(id)).rejects.toMatchObject(refusal)
      order.push('the read')
      await expect(waiting).rejects.toMatchObject(refusal)
      expect(order).toEqual(['the read', 'the patient one'])
      proxy.cut()
      proxy.resume()
      await storage.close()
      await patient.close()
    })

    test('all connections break at once, and no read fails', async () => {
      const storage = sql(address, { secrets, connections: 10 })
      const id = await signIn(storage, stranger())
      for (let round = 0; round < 30; round++) {
        const crowd = () => Promise.all(Array.from({ length: 20 }, () => storage.getUser(id)))
        await crowd()
        const reading = crowd()
        proxy.cut()
        const found = [...(await reading), ...(await crowd())]
        expect(found.filter((user) => user?.id === id)).toHaveLength(40)
      }
      await storage.close()
    })

    test("reads and transactions on the application's own connections end with an error", async () => {
      const instance = instances[name](address)
      const storage = sql(instance, { secrets, timeout })
      const id = await signIn(storage, stranger())
      proxy.stall()
      await expect(storage.getUser(id)).rejects.toMatchObject(refusal)
      const written = storage.transaction(async (inside) => inside.lockUser?.(id))
      await expect(written).rejects.toMatchObject(refusal)
      proxy.cut()
      proxy.resume()
    })
  })
}

const startRedis = serverOf('Redis')

describe.skipIf(!startRedis)('a silent connection to Redis', () => {
  let server: Server
  let proxy: Awaited<ReturnType<typeof startProxy>>
  const open = () =>
    redis(`redis://127.0.0.1:${proxy.port}`, { prefix: `${unique()}:`, timeout: 300 })
  beforeAll(async () => {
    if (!startRedis) return
    server = await startRedis()
    proxy = await startProxy(server.port)
  })
  afterAll(async () => {
    await proxy?.stop()
    await server?.stop()
  })

  test('a connection that nobody answers on is replaced, and closing does not wait for it', async () => {
    const storage = open()
    expect(await storage.hit?.('counter', 60)).toBe(1)
    proxy.forget()
    await expect(storage.hit?.('counter', 60)).rejects.toMatchObject(refusal)
    expect(await storage.hit?.('counter', 60)).toBe(2)
    proxy.forget()
    const last = expect(storage.hit?.('counter', 60)).rejects.toMatchObject({
      code: 'StorageError',
    })
    await storage.close?.()
    await last
  })

  test('a reconnection that nobody answers is tried again until it works', async () => {
    const storage = open()
    expect(await storage.hit?.('counter', 60)).toBe(1)
    proxy.stall()
    proxy.cut()
    await new Promise((resolve) => setTimeout(resolve, 500))
    proxy.forget()
    expect(await eventually(storage)).toBe(2)
    await storage.close?.()
  })
})

const silent = [
  ['PostgreSQL', 'postgres://ada@127.0.0.1:PORT/app'],
  ['PostgreSQL with TLS', 'postgres://ada@127.0.0.1:PORT/app?sslmode=verify-full'],
  ['MySQL', 'mysql://ada@127.0.0.1:PORT/app'],
  ['Redis', 'redis://127.0.0.1:PORT'],
] as const

for (const [name, url] of silent) {
  test(`a server that takes connections and never speaks is no ${name}, which is said in time`, async () => {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const at = url.replace('PORT', String(port))
    const storage: Storage =
      name === 'Redis' ? redis(at, { timeout: 200 }) : sql(at, { timeout: 200 })
    await expect(storage.getUser?.('1')).rejects.toMatchObject(refusal)
    await storage.close?.()
    server.close()
  })
}

async function eventually(storage: Storage): Promise<unknown> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await Promise.resolve(storage.hit?.('counter', 60)).catch(() => undefined)
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return undefined
}

function stranger() {
  return { email: `${unique()}@a.test`, provider: 'platform', providerAccountId: unique() }
}
