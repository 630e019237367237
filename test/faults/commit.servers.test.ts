import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import type { AuthConfig } from '../../src/types/config.ts'
import { outside, plain } from '../attacks/stage.ts'
import { type Setup, setup } from '../setup.ts'
import { newSession, newUser } from '../storage/people.ts'
import { type Server, serverOf } from '../storage/servers.ts'
import { startProxy } from './proxy.ts'

/** What a sign-in of somebody new and of somebody known says last; PostgreSQL writes all of it by one statement, with the names of the events. */
const lastWords = {
  PostgreSQL: ['createUser', 'signIn'],
  MariaDB: ['\x03commit', '\x03commit'],
} as const

for (const name of ['PostgreSQL', 'MariaDB'] as const) {
  const start = serverOf(name)
  describe.skipIf(!start)(`the end of a sign-in on ${name}, of which nobody hears`, () => {
    let server: Server
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let storage: SqlStorage
    beforeAll(async () => {
      if (!start) return
      server = await start()
      proxy = await startProxy(server.port)
      storage = sql(server.address.replace(`:${server.port}`, `:${proxy.port}`))
      await storage.migrate()
    })
    afterAll(async () => {
      await storage?.close()
      await proxy?.stop()
      await server?.stop()
    })

    const told: string[] = []
    const events: AuthConfig['events'] = {
      createUser: () => void told.push('createUser'),
      signIn: () => void told.push('signIn'),
    }
    const open = async (config: Partial<AuthConfig> = {}): Promise<Setup> => {
      // What has expired is removed now and then, by transactions of its own.
      const { sweep: _, ...quiet } = storage
      return setup({ providers: [plain], storage: quiet, events, ...config }, await outside())
    }

    test('somebody new and somebody known are signed in, once each', async () => {
      const app = await open()
      for (const [place, events] of [['createUser', 'signIn'], ['signIn']].entries()) {
        told.length = 0
        const browser = app.open()
        proxy.loseAnswerTo(lastWords[name][place] ?? '', 'answered')
        await browser.signIn('plain', { as: 'ada' })
        expect(proxy.hasLost()).toBe(true)
        const { id = '', name: called } = (await browser.session())?.user ?? {}
        expect(called).toBe('Ada Lovelace')
        expect(told).toEqual(events)
        expect(await storage.listSessions(id)).toHaveLength(place + 1)
        expect(await storage.listAccounts(id)).toHaveLength(1)
        const signIns = await storage.findAudit({ user: id, event: 'signIn' })
        expect(signIns.entries).toHaveLength(place + 1)
      }
    })

    test('a transaction that was ended is not run again, and its result is known', async () => {
      const user = await storage.createUser(newUser())
      let runs = 0
      const begin = () =>
        storage.transaction(async (inside) => {
          runs++
          await inside.updateUser?.({ id: user.id, name: `Run ${runs}` })
          return inside.createSession?.(newSession(user.id))
        })
      const commit = name === 'MariaDB' ? '\x03commit' : 'commit\0'
      proxy.loseAnswerTo(commit, 'answered')
      const session = await begin()
      expect(proxy.hasLost()).toBe(true)
      expect(await storage.listSessions(user.id)).toMatchObject([session])
      proxy.loseAnswerTo(commit, 'asked')
      await expect(begin()).rejects.toMatchObject({ code: 'StorageError' })
      expect(proxy.hasLost()).toBe(true)
      expect(runs).toBe(2)
      expect(await storage.getUser(user.id)).toMatchObject({ name: 'Run 1' })
      expect(await storage.listSessions(user.id)).toHaveLength(1)
    })

    test('nobody is signed in if it never arrived, and the next try signs them in', async () => {
      const app = await open()
      const browser = app.open()
      proxy.loseAnswerTo(lastWords[name][0], 'asked')
      await browser.signIn('plain', { as: 'layla' }).catch(() => {})
      expect(proxy.hasLost()).toBe(true)
      expect(await browser.session()).toBeNull()
      await browser.signIn('plain', { as: 'layla' })
      const { id = '' } = (await browser.session())?.user ?? {}
      expect(await storage.listSessions(id)).toHaveLength(1)
    })
  })
}
