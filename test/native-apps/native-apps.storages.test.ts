import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import type { sql } from '../../src/storage/sql.ts'
import { outside, plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'
import { type OrdinaryStorage, ordinaryStorages } from '../storage/ordinary-storages.ts'
import { unique } from '../storage/people.ts'
import { isServer, ofThisSuite, type Server, serverOf } from '../storage/servers.ts'
import { apps, bearing, begin, codeIn, exchange, goOn } from './house.ts'

const names = Object.keys(ordinaryStorages) as OrdinaryStorage[]

/** Somebody new, who is signed in in the browser. */
async function house(storage: Required<Storage>) {
  // Redis forgets by its own clock what has expired, so this story plays about now.
  const runtime = { now: () => Date.now() }
  const config = { providers: [plain], storage, parts: [NativeApps(apps)], runtime }
  const at = await setup(config, await outside([{ id: unique(), name: 'Ada' }]))
  await at.browser.signIn('plain')
  const userId = (await at.browser.session())?.user.id ?? ''
  const post = (form: Record<string, string>) =>
    at.auth.handler(
      new Request('https://app.test/api/auth/native-token', {
        method: 'POST',
        body: new URLSearchParams(form),
      }),
    )
  const enter = async () => {
    const flow = begin()
    const form = exchange(flow, codeIn(await goOn(at.browser, flow)), 'iPhone')
    return (await (await post(form)).json()).access_token as string
  }
  const renew = async (key: string) => {
    const form = { grant_type: 'refresh_token', client_id: 'acme', refresh_token: key }
    return (await (await post(form)).json()).access_token as string | undefined
  }
  const isGood = async (key: string) => (await at.auth.session(bearing(key)))?.user.id === userId
  return { ...at, userId, post, enter, renew, isGood }
}

for (const name of names.filter(ofThisSuite)) {
  const start = isServer(name) ? serverOf(name) : undefined
  describe.skipIf(isServer(name) && !start)(`keys of apps on ${name}`, () => {
    let server: Server | undefined
    let storage: Required<Storage>
    beforeAll(async () => {
      server = await start?.()
      storage = ordinaryStorages[name](server?.address ?? '')
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
    })
    afterAll(async () => {
      await storage?.close?.()
      await server?.stop()
    })

    test('are read, listed with their app and device, and ended', async () => {
      const { auth, enter, isGood, userId } = await house(storage)
      const key = await enter()
      expect(await isGood(key)).toBe(true)
      const sessions = await auth.sessions.list({ userId })
      const app = sessions.find(({ userAgent }) => userAgent === 'Acme/native (iPhone)')
      expect([sessions.length, app?.current]).toEqual([2, false])
      await auth.sessions.end({ userId }, app?.id ?? '')
      expect(await isGood(key)).toBe(false)
    })

    test('have one successor, however many ask for it at once', async () => {
      const { enter, renew, isGood } = await house(storage)
      const first = await enter()
      const asked = await Promise.all(Array.from({ length: 10 }, () => renew(first)))
      const [second = ''] = asked
      expect(asked).toEqual(asked.map(() => second))
      expect(await isGood(second)).toBe(true)
      expect(await isGood(first)).toBe(false)
    })

    test('are given out once for a code', async () => {
      const { auth, browser, post, userId } = await house(storage)
      const flow = begin()
      const form = exchange(flow, codeIn(await goOn(browser, flow)))
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(form)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await auth.sessions.list({ userId })).toHaveLength(2)
    })

    test('end with their user', async () => {
      const { auth, enter, isGood, userId } = await house(storage)
      const key = await enter()
      await auth.users.delete({ userId })
      expect(await isGood(key)).toBe(false)
    })
  })
}
