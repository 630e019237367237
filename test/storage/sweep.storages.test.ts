import { describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import { type SqlOptions, sql } from '../../src/storage/sql.ts'
import { databases } from './databases.ts'
import { many, newSession, newUser, unique } from './people.ts'
import { isInstalled, isServer, ofThisSuite, sharedServers } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const day = 86_400_000
const past = new Date('2020-01-01')

const shared = sharedServers()

const names = ['SQLite', 'PostgreSQL', 'MariaDB'] as const

for (const name of names.filter(ofThisSuite)) {
  describe.skipIf(!isInstalled(name))(`sweeping ${name}`, () => {
    const open = async (options: SqlOptions = {}) => {
      const server = isServer(name) ? await shared(name) : undefined
      const address = await databases[name].create(server)
      return sql(address, { secrets, migrate: true, ...options })
    }

    test('one call removes all that has expired, not one batch of it', async () => {
      const storage = await open()
      const user = await storage.createUser(newUser())
      for (let batch = 0; batch < 13; batch++) {
        // Nobody has more than 200 sessions.
        const { id } = await storage.createUser(newUser())
        await many(100, async () => {
          await storage.createSession({ ...newSession(id), expires: past })
          await storage.claim(unique(), past)
        })
      }
      await storage.createSession(newSession(user.id))
      expect(await storage.sweep()).toBe(2600)
      expect(await storage.sweep()).toBe(0)
      expect(await storage.listSessions(user.id)).toHaveLength(1)
      await storage.close()
    })

    test('a server whose clock is a minute ahead removes nothing that still holds', async () => {
      let ahead = 0
      const storage = await open({ now: () => Date.now() + ahead })
      const user = await storage.createUser(newUser())
      const session = { ...newSession(user.id), expires: new Date(Date.now() + 30_000) }
      await storage.createSession(session)
      ahead = 60_000
      expect(await storage.sweep()).toBe(0)
      expect(await storage.getSessionAndUser(session.sessionToken)).not.toBeNull()
      ahead = 2 * 3_600_000
      expect(await storage.sweep()).toBe(1)
      await storage.close()
    })

    test('lines of the audit log are kept as long as `retention` says, and otherwise for ever', async () => {
      let now = Date.parse('2026-01-01')
      const storage = await open({ retention: 30, now: () => now })
      const line = (event: string) => storage.audit({ event, at: new Date(now), userId: 'u' })
      for (let batch = 0; batch < 2; batch++) await many(550, () => line('old'))
      now += 20 * day
      await line('new')
      expect(await storage.sweep()).toBe(0)
      now += 11 * day
      expect(await storage.sweep()).toBe(1100)
      expect(await storage.listAudit('u')).toMatchObject([{ event: 'new' }])
      await storage.close()
      const lasting = await open({ now: () => now })
      await lasting.audit({ event: 'old', at: past, userId: 'v' })
      await lasting.sweep()
      expect(await lasting.listAudit('v')).toHaveLength(1)
      await lasting.close()
    })
  })
}

test('a retention that is no number of days is refused', () => {
  for (const retention of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const refusal = expect.objectContaining({ code: 'Configuration', field: 'retention' })
    expect(() => sql(':memory:', { retention })).toThrow(refusal)
    expect(() => redis('redis://127.0.0.1:1', { retention })).toThrow(refusal)
  }
})
