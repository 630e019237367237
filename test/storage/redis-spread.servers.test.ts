import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { newSession, newUser, present } from './people.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']

describe.skipIf(!serverOf('Redis'))('a cluster of three in front of a database', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>
  beforeAll(async () => {
    cluster = await startRedisCluster(3)
  })
  afterAll(() => cluster?.stop())

  const open = (prefix: string) =>
    present(redis(cluster.client, { prefix, inFrontOf: sql(':memory:', { secrets }) }))

  /** How many keys each server has. */
  const counts = () =>
    Promise.all(
      cluster.addresses.map(async (url) => {
        const client = await createClient({ url }).connect()
        const count = await client.dbSize()
        await client.close()
        return count
      }),
    )

  test('keeps sessions on all servers, or on one if the prefix has braces', async () => {
    const [spread, together] = [open('spread:'), open('{together}:')]
    for (const storage of [together, spread]) {
      const user = await storage.createUser(newUser())
      const sessions = Array.from({ length: 30 }, () => newSession(user.id))
      for (const session of sessions) await storage.createSession(session)
      expect(await storage.listSessions(user.id)).toHaveLength(30)
      const used = (await counts()).filter((count) => count > 0)
      expect(used).toHaveLength(storage === together ? 1 : 3)
    }
    await spread.close()
    await together.close()
  })

  test('lists every session that can be used, however often all of them are ended meanwhile', async () => {
    const storage = open('ends:')
    const user = await storage.createUser(newUser())
    const sessions = Array.from({ length: 60 }, () => newSession(user.id))
    const begun = Promise.allSettled(sessions.map((session) => storage.createSession(session)))
    for (let time = 0; time < 5; time++) await storage.deleteSessions(user.id)
    const results = await begun
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const found = await Promise.all(
      sessions.map(({ sessionToken }) => storage.getSessionAndUser(sessionToken)),
    )
    const usable = found.flatMap((each) => (each ? [each.session.sessionToken] : [])).sort()
    const listed = (await storage.listSessions(user.id)).map(({ sessionToken }) => sessionToken)
    expect(listed.sort()).toEqual(usable)
    expect(await storage.deleteSessions(user.id)).toBe(usable.length)
    await storage.close()
  })

  test('sweeps the lists on all servers', async () => {
    let ahead = 0
    const now = () => Date.now() + ahead
    const inFrontOf = sql(':memory:', { secrets, now })
    const storage = present(redis(cluster.client, { prefix: 'swept:', inFrontOf, now }))
    const people = await Promise.all(
      Array.from({ length: 12 }, () => storage.createUser(newUser())),
    )
    const soon = new Date(now() + 60_000)
    for (const { id } of people) await storage.createSession({ ...newSession(id), expires: soon })
    ahead = 3 * 3_600_000
    expect(await storage.sweep()).toBeGreaterThanOrEqual(people.length)
    await storage.close()
  })
})
