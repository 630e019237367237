import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import type { Storage } from '../../src/types/storage.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { type Setup, setup } from '../setup.ts'
import { newAccount, newSession, newUser } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const start = serverOf('Redis')

describe.skipIf(!start)('on a Redis server', () => {
  let server: Server | undefined
  let app: Setup
  let storage: Storage
  /** The commands of each round trip: those that are sent while an answer is awaited go with the one before them. */
  const trips: string[][] = []
  let awaited = 0
  const close: (() => unknown)[] = []

  beforeAll(async () => {
    server = await start?.()
    const client = await createClient({ url: server?.address ?? '' }).connect()
    const counted = {
      async sendCommand(words: string[]) {
        if (awaited === 0) trips.push([])
        trips.at(-1)?.push(words[0] ?? '')
        awaited++
        try {
          return await client.sendCommand(words)
        } finally {
          awaited--
        }
      },
    }
    // What has expired is removed now and then, beside a sign-in that does not wait for it.
    const { sweep: _, ...kept } = redis(counted)
    storage = kept
    const world = await outside()
    // Redis forgets by its own clock what has expired.
    world.clock.set(Date.now())
    app = await setup({ providers: [plain, idp], storage }, world)
    close.push(() => client.close())
    // Once, the server is asked what it keeps, and told the scripts.
    const browser = app.open()
    await browser.signIn('plain', { as: 'noor' })
    await browser.session()
    app.world.clock.advance('2d')
    await app.auth.accessToken({ userId: (await browser.session())?.user.id ?? '' }, 'plain')
    await browser.signOut()
  })
  afterAll(async () => {
    for (const each of close) await each()
    await server?.stop()
  })

  async function tripsOf(work: () => Promise<unknown>): Promise<string[][]> {
    trips.length = 0
    await work()
    return [...trips]
  }

  test('somebody known signs in with a claim, one reading and one commit, which has the line of the log', async () => {
    await app.open().signIn('plain', { as: 'ada' })
    const browser = app.open()
    const signIn = () => browser.signIn('plain', { as: 'ada' })
    expect(await tripsOf(signIn)).toEqual([['EVALSHA'], ['EVALSHA'], ['EVALSHA']])
    const userId = (await browser.session())?.user.id ?? ''
    expect(await app.auth.sessions.list({ userId })).toHaveLength(2)
    const lines = await storage.findAudit?.({ user: userId })
    expect(lines?.entries.map(({ event }) => event).toSorted()).toEqual([
      'createUser',
      'linkAccount',
      'signIn',
      'signIn',
    ])
  })

  test('somebody new is looked for by account and by address, and then written at once', async () => {
    const browser = app.open()
    expect(await tripsOf(() => browser.signIn('plain', { as: 'layla' }))).toHaveLength(4)
    expect(await browser.session()).toMatchObject({ user: { name: expect.any(String) } })
  })

  test('a session is read with its user', async () => {
    const browser = app.open()
    await browser.signIn('plain', { as: 'ada' })
    expect(await tripsOf(() => browser.session())).toEqual([['EVALSHA']])
  })

  test('a session that is renewed is read, read again with its list, and written', async () => {
    const browser = app.open()
    await browser.signIn('plain', { as: 'ada' })
    app.world.clock.advance('2d')
    expect(await tripsOf(() => browser.session())).toHaveLength(3)
  })

  test('a sign-out asks whose session it is, reads it with its list, ends it, and writes the line of the log', async () => {
    const browser = app.open()
    await browser.signIn('plain', { as: 'ada' })
    expect(await tripsOf(() => browser.signOut())).toHaveLength(4)
    expect(await browser.session()).toBeNull()
  })

  test('a refresh reads the account twice, once with the lease', async () => {
    const browser = app.open()
    await browser.signIn('plain', { as: 'ada' })
    const userId = (await browser.session())?.user.id ?? ''
    app.world.clock.advance('2d')
    expect(await tripsOf(() => app.auth.accessToken({ userId }, 'plain'))).toHaveLength(8)
  })

  test.each(['a"b', 'a\\b', 'é:%41/ü', ' ', '"userId":"x"', '\n'])(
    'a user with the id %j is found with session and account',
    async (id) => {
      const user = newUser({ id })
      await storage.createUser?.(user)
      const account = { ...newAccount(id), providerAccountId: `of ${id}` }
      await storage.linkAccount?.(account)
      const session = newSession(id)
      await storage.createSession?.(session)
      expect(await storage.getSessionAndUser?.(session.sessionToken)).toMatchObject({
        user: { id },
      })
      expect(await storage.getUserByAccount?.(account)).toMatchObject({ id })
    },
  )
})
