import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Emulator, emulator, oauth2 } from '../../src/emulator/index.ts'
import { redis } from '../../src/storage/redis.ts'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import { setup } from '../setup.ts'
import { type Server, serverOf } from '../storage/servers.ts'
import { startProxy } from './proxy.ts'

/** A platform that gives a new refresh token each time, and takes everything away when an old one comes again. */
function strictPlatform(): Promise<Emulator> {
  return emulator({
    now: Date.now(),
    platforms: [
      oauth2({
        id: 'plain',
        refresh: 'rotates',
        authorize: { url: 'https://plain.test/authorize' },
        token: { url: 'https://plain.test/token' },
        resources: [{ url: 'https://plain.test/me', answer: ({ person: { id } }) => ({ id }) }],
      }),
    ],
  })
}

const plain = {
  id: 'plain',
  name: 'Plain',
  type: 'oauth',
  authorization: 'https://plain.test/authorize',
  token: 'https://plain.test/token',
  userinfo: 'https://plain.test/me',
  clientId: 'practice-plain',
  clientSecret: 'practice-secret-of-plain',
} as const

const storages = [
  ['PostgreSQL', sql],
  ['MariaDB', sql],
  ['Redis', redis],
] as const

for (const [name, open] of storages) {
  const start = serverOf(name)
  describe.skipIf(!start)(`${name}, cut off while a token is refreshed`, () => {
    let server: Server
    beforeAll(async () => {
      if (!start) return
      server = await start()
      const storage = open(server.address)
      if ('migrate' in storage) await (storage as SqlStorage).migrate()
      await storage.close?.()
    })
    afterAll(() => server?.stop())

    test('keeps the new tokens all the same', async () => {
      const proxy = await startProxy(server.port)
      const storage = open(server.address.replace(`:${server.port}`, `:${proxy.port}`))
      const world = await strictPlatform()
      let isRefresh = false
      const { browser, auth } = await setup(
        {
          storage,
          providers: [plain],
          runtime: {
            async fetch(input, init) {
              const answer = await world.fetch(input, init)
              if (isRefresh) {
                isRefresh = false
                // The answer is here; the connection on which it would be kept dies.
                proxy.stall()
                setTimeout(() => {
                  proxy.cut()
                  proxy.resume()
                }, 500)
              }
              return answer
            },
          },
        },
        world,
      )
      await browser.signIn('plain')
      const id = (await browser.session())?.user.id ?? ''
      const first = await auth.accessToken({ userId: id }, 'plain')
      isRefresh = true
      world.clock.advance('1h')
      const second = await auth.accessToken({ userId: id }, 'plain')
      expect(second).not.toBe(first)
      world.clock.advance('1h')
      expect(await auth.accessToken({ userId: id }, 'plain')).not.toBe(second)
      await storage.close?.()
      await proxy.stop()
    })

    test('gives out the new token, and keeps it when the database is back, however long that takes', async () => {
      const proxy = await startProxy(server.port)
      const storage = open(server.address.replace(`:${server.port}`, `:${proxy.port}`), {
        timeout: 1000,
      })
      const world = await strictPlatform()
      let isRefresh = false
      const { browser, auth } = await setup(
        {
          storage,
          providers: [plain],
          runtime: {
            async fetch(input, init) {
              const answer = await world.fetch(input, init)
              if (isRefresh) proxy.refuse()
              isRefresh = false
              return answer
            },
          },
        },
        world,
      )
      const elsewhere = open(server.address)
      const { auth: other } = await setup({ storage: elsewhere, providers: [plain] }, world)
      await browser.signIn('plain')
      const userId = (await browser.session())?.user.id ?? ''
      const first = await auth.accessToken({ userId }, 'plain')
      isRefresh = true
      world.clock.advance('1h')
      world.received.clear()
      const second = await auth.accessToken({ userId }, 'plain')
      expect(second).not.toBe(first)
      // The database is away for as long as anybody waits. Another server, which reaches it, waits for the lease.
      const there = other.accessToken({ userId }, 'plain')
      proxy.resume()
      expect(await there).toBe(second)
      expect(await auth.accessToken({ userId }, 'plain')).toBe(second)
      expect(world.received.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(1)
      world.clock.advance('1h')
      expect(await other.accessToken({ userId }, 'plain')).not.toBe(second)
      for (const each of [storage, elsewhere]) await each.close?.()
      await proxy.stop()
    })
  })
}
