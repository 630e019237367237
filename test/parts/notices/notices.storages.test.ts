import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutgoingMail, Storage } from '../../../src/index.ts'
import { Notices } from '../../../src/parts/notices.ts'
import type { sql } from '../../../src/storage/sql.ts'
import { outside, plain } from '../../attacks/stage.ts'
import { setup } from '../../setup.ts'
import { type OrdinaryStorage, ordinaryStorages } from '../../storage/ordinary-storages.ts'
import { unique } from '../../storage/people.ts'
import { isServer, ofThisSuite, type Server, serverOf } from '../../storage/servers.ts'

const names = Object.keys(ordinaryStorages) as OrdinaryStorage[]

/** Ada, with a proven address, is signed in; every later mail is in the list. */
async function house(storage: Required<Storage>) {
  const sent: OutgoingMail[] = []
  const ada = `${unique()}@people.test`
  // Redis forgets by its own clock what has expired, so this story plays about now.
  let ahead = 0
  const config = {
    providers: [plain],
    storage,
    session: { strategy: 'database' as const },
    parts: [Notices({ send: (mail) => void sent.push(mail) })],
    limits: { notice: { perAccount: 2 } },
    runtime: { now: () => Date.now() + ahead },
  }
  const at = await setup(config, await outside([{ id: unique(), name: 'Ada', email: ada }]))
  await at.browser.signIn('plain')
  const userId = (await at.browser.session())?.user.id ?? ''
  await storage.updateUser({ id: userId, email: ada, emailVerified: new Date() })
  const wait = (milliseconds: number) => {
    ahead += milliseconds
  }
  const settled = (count: number) => expect.poll(() => sent.length).toBe(count)
  return { ...at, ada, userId, sent, settled, wait }
}

const tokenIn = (mail: OutgoingMail | undefined) => mail?.secrets[0] ?? ''

for (const name of names.filter(ofThisSuite)) {
  const start = isServer(name) ? serverOf(name) : undefined
  describe.skipIf(isServer(name) && !start)(`notices on ${name}`, () => {
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

    test('one of ten presses ends the sessions since then, and the browser is new again', async () => {
      const { auth, browser, open, sent, settled, userId, wait } = await house(storage)
      wait(5000)
      const intruder = open()
      await intruder.signIn('plain')
      await settled(1)
      const press = () => open().submit('/api/auth/notice', { token: tokenIn(sent[0]) })
      const answers = await Promise.all(Array.from({ length: 10 }, press))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await intruder.session()).toBeNull()
      expect((await browser.session())?.user.id).toBe(userId)
      const lines = await auth.users.audit({ userId })
      expect(lines.filter(({ event }) => event === 'notMe')).toHaveLength(1)
      await intruder.signIn('plain')
      await settled(2)
    })

    test('the old address is told too, and its link ends every session', async () => {
      const { ada, auth, browser, open, sent, settled, userId } = await house(storage)
      const email = `${unique()}@people.test`
      await auth.users.update({ userId }, { email, emailVerified: new Date() })
      await settled(2)
      expect(sent.map(({ to }) => to).sort()).toEqual([ada, email].sort())
      const token = tokenIn(sent.find(({ to }) => to === ada))
      expect((await open().submit('/api/auth/notice', { token })).status).toBe(200)
      expect(await browser.session()).toBeNull()
    })

    test('sign-ins at once become as many mails as the limit allows', async () => {
      const { open, sent, settled, auth, userId } = await house(storage)
      await Promise.all(Array.from({ length: 5 }, () => open().signIn('plain')))
      await settled(2)
      const lines = await auth.users.audit({ userId })
      expect(lines.filter(({ event }) => event === 'limitNotices')).toHaveLength(1)
      expect(sent).toHaveLength(2)
    })
  })
}
