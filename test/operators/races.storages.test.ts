import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import type { sql } from '../../src/storage/sql.ts'
import { outside, plain } from '../attacks/stage.ts'
import { secret, setup } from '../setup.ts'
import { unique } from '../storage/people.ts'
import { racesTimeout, roundsOf } from '../storage/rounds.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import { type Opened, storages } from '../storage/storages.ts'

/** One storage of each kind; those that are opened in several ways are raced in one. */
const raced = [
  ...['memory', 'SQLite in a file', 'D1', 'PostgreSQL', 'PostgreSQL behind PgBouncer', 'MariaDB'],
  ...['Redis alone', 'Redis in front of SQLite'],
  'Redis as a cluster, through node-redis’ own client',
]
const rounds = roundsOf(50)
const browsersEach = 4
const shared = sharedServers()

/** An application with operators on a storage, whose user nobody else uses. */
async function house(storage: Required<Storage>, strategy: 'database' | 'cookie') {
  const name = unique()
  const world = await outside([{ id: name, name, email: `${name}@people.test` }])
  // Redis forgets by its own clock what has expired, so this story plays about now.
  world.clock.advance(Date.now() - world.clock.now())
  const config = { providers: [plain], parts: [Operators()], storage, limits: false as const }
  const at = await setup({ ...config, session: { strategy } }, world)
  const auth = at.auth as typeof at.auth & OperatorCalls
  await at.browser.signIn('plain', { as: name })
  return { ...at, auth, name, id: (await at.browser.session())?.user.id ?? '' }
}

for (const { name, server: needed, open } of storages.filter((each) => raced.includes(each.name))) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  describe.skipIf(!isInstalled(place))(`blocks on ${name}`, () => {
    let opened: Opened | undefined
    let storage: Required<Storage>
    beforeAll(async () => {
      const server = needed && (await shared(needed))
      opened = await open({ secrets: [secret], now: Date.now }, server)
      storage = opened.storage as Required<Storage>
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
    })
    afterAll(async () => {
      await storage?.close?.()
      await opened?.close?.()
    })

    test(
      `${rounds.length * browsersEach} sign-ins during a block end with it, or come too late`,
      async () => {
        const at = await house(storage, 'database')
        expect(at.id).not.toBe('')
        for (const _ of rounds) {
          const browsers = Array.from({ length: browsersEach }, at.open)
          await Promise.all([
            ...browsers.map((browser) => browser.signIn('plain', { as: at.name })),
            at.auth.users.block(at.id),
          ])
          for (const browser of browsers) expect(await browser.session()).toBeNull()
          expect(await storage.listSessions(at.id)).toEqual([])
          await at.auth.users.unblock(at.id)
        }
        expect((await storage.getUser(at.id))?.signInBlock).toBeNull()
        expect(await storage.listAccounts(at.id)).toHaveLength(1)
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test('cookies of sign-ins during a block are over within the check', async () => {
      const at = await house(storage, 'cookie')
      const browsers = Array.from({ length: browsersEach }, at.open)
      await Promise.all([
        ...browsers.map((browser) => browser.signIn('plain', { as: at.name })),
        at.auth.users.block(at.id),
      ])
      at.world.clock.advance('301s')
      for (const browser of browsers) expect(await browser.session()).toBeNull()
      expect(at.log.errors).toEqual([])
    }, 60_000)
  })
}
