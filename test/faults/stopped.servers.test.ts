import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { signIn, unique } from '../storage/people.ts'
import { type Server, serverOf } from '../storage/servers.ts'

const secrets = ['a secret that is long enough to be one']

for (const name of ['PostgreSQL', 'MariaDB'] as const) {
  const start = serverOf(name)
  describe.skipIf(!start)(`${name}, hanging`, () => {
    let server: Server
    beforeAll(async () => {
      if (start) server = await start()
    })
    afterAll(async () => {
      server?.resume()
      await server?.stop()
    })

    const open = (timeout: number) =>
      sql(server.address, { secrets, timeout, connections: 3, migrate: true })

    test('it is stopped in the middle of sign-ins: each of them ends, and later all succeed', async () => {
      const storage = open(400)
      const people = Array.from({ length: 30 }, stranger)
      await signIn(storage, people[0] ?? stranger())
      const attempts = people.map((who) => signIn(storage, who))
      await Promise.race(attempts)
      server.pause()
      const results = await Promise.allSettled([
        ...attempts,
        ...people.map((who) => signIn(storage, who)),
      ])
      expect(results).toHaveLength(60)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason.code).toBe('StorageError')
      }
      server.resume()
      for (const who of people) expect(await eventually(() => signIn(storage, who))).toBeTruthy()
      await storage.close()
    })

    test('it is stopped inside a transaction: the rollback does not wait for ever either', async () => {
      const storage = open(300)
      const id = await signIn(storage, stranger())
      const failed = storage.transaction(async (inside) => {
        await inside.updateUser?.({ id, name: 'Never' })
        server.pause()
        await inside.getUser?.(id)
      })
      await expect(failed).rejects.toMatchObject({ code: 'StorageError' })
      server.resume()
      expect(await eventually(async () => (await storage.getUser(id))?.name)).toBe('Somebody')
      await storage.close()
    })
  })
}

const start = serverOf('MariaDB')

describe.skipIf(!start)('the queue for a connection to MariaDB', () => {
  test('has an end: whoever comes after it is refused at once', async () => {
    const server = await start?.()
    const address = server?.address ?? ''
    const storage = sql(address, { secrets, timeout: 5000, connections: 1, migrate: true })
    const who = stranger()
    const id = await signIn(storage, who)
    const { promise: open, resolve: finish } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const held = storage.transaction(async (inside) => {
      await inside.getUser?.(id)
      begin()
      await open
    })
    await begun
    const asked = Promise.allSettled(Array.from({ length: 300 }, () => storage.getUser(id)))
    // Those who were refused need no connection, so they are through before anybody else can be.
    const last = await Promise.resolve(storage.getUser(id)).catch((error) => error)
    expect(last).toMatchObject({ code: 'StorageError' })
    finish()
    await held
    const results = await asked
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    await storage.close()
    await server?.stop()
  })
})

function stranger() {
  return { email: `${unique()}@a.test`, provider: 'platform', providerAccountId: unique() }
}

/** A server that was stopped needs a moment to notice what it has missed. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
