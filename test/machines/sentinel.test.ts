import { describe, expect, test } from 'vitest'
import { redis } from '../../src/storage/redis.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { outside, plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'
import { present } from '../storage/people.ts'
import { serverOf } from '../storage/servers.ts'
import { startWatchedRedis } from './redis-watched.ts'

/** How many people sign in before, while and after the copy takes over. */
const crowd = 40

describe.skipIf(!serverOf('Redis'))('Redis that three Sentinels watch', () => {
  test('is killed in the middle of sign-ins: its copy takes over, and nobody who had signed in is lost', {
    timeout: 300_000,
  }, async () => {
    const watched = await startWatchedRedis()
    const storage = redis(watched.client)
    const app = await setup(
      { providers: [plain], storage, runtime: { now: Date.now } },
      await outside(),
    )
    const signIn = async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      return browser
    }
    const isIn = async (browser: TestBrowser) =>
      (await browser.session())?.user.name === 'Ada Lovelace'

    const before: TestBrowser[] = []
    for (let count = 0; count < crowd; count++) before.push(await signIn())
    const id = (await before[0]?.session())?.user.id ?? ''
    for (const browser of before) expect(await isIn(browser)).toBe(true)
    await watched.kill()
    // Each of those who come now is signed in, or told that it did not work.
    const during = await Promise.allSettled(Array.from({ length: crowd }, signIn))
    await expect.poll(watched.primary, { timeout: 120_000 }).toBe(watched.copyPort)
    await expect
      .poll(async () => isIn(await signIn()).catch(() => false), {
        timeout: 120_000,
        interval: 500,
      })
      .toBe(true)
    for (const browser of before) expect(await isIn(browser)).toBe(true)
    const after: TestBrowser[] = []
    for (let count = 0; count < crowd; count++) after.push(await signIn())
    for (const browser of after) expect(await isIn(browser)).toBe(true)

    const own = present(storage)
    // One user and one account of hers, and every session in her list can be read.
    expect((await own.listUsers({})).users).toHaveLength(1)
    expect(await own.listAccounts(id)).toHaveLength(1)
    const sessions = await own.listSessions(id)
    expect(sessions.length).toBeGreaterThanOrEqual(2 * crowd)
    for (const { sessionToken } of sessions)
      expect((await own.getSessionAndUser(sessionToken))?.user.id).toBe(id)
    const came = during.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const signedIn = (await Promise.all(came.map(isIn))).filter(Boolean)
    console.log(`${signedIn.length} of ${crowd} were signed in while the copy took over`)
    await watched.stop()
  })
})
