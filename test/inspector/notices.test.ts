import { expect, test } from 'vitest'
import { Auth, type SendMail } from '../../src/index.ts'
import { Notices } from '../../src/parts/notices.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { outside, plain } from '../attacks/stage.ts'
import { arrival, secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const email = 'ada@people.test'

/** An application while it is developed. Ada has a proven address, and signs in with another browser, which opens the inspector. */
async function develop(send: SendMail) {
  const world = await outside([{ id: 'ada', name: 'Ada', email }])
  const origin = 'http://localhost:3000'
  const storage = memory({ name: crypto.randomUUID() })
  const said: string[] = []
  const auth = Auth({
    ...{ providers: [plain], storage, secret, url: origin, parts: [Notices({ send })] },
    logger: { warn: (line) => void said.push(line), error() {} },
    runtime: { fetch: world.fetch, now: world.clock.now, env: { NODE_ENV: 'development' } },
  })
  const open = () =>
    createBrowser({
      ...{ origin, app: auth.handler, now: world.clock.now },
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  const first = open()
  await first.signIn('plain')
  const userId = (await first.session())?.user.id ?? ''
  await storage.updateUser({ id: userId, email, emailVerified: new Date() })
  const browser = open()
  await browser.visit(toldAddress(said))
  await browser.signIn('plain')
  const read = async (path = '') => (await browser.visit(`/api/auth/inspect${path}`)).text()
  const [, newest = ''] = /href="\/api\/auth\/inspect(\/[\w-]{16})"/.exec(await read()) ?? []
  return { auth, userId, read, steps: await read(newest) }
}

test('shows a notice as a step of the sign-in that led to it, and no token of its link', async () => {
  const secrets: string[] = []
  const { steps, read } = await develop((mail) => void secrets.push(...mail.secrets))
  expect(steps).toContain(`Emails ${email}: New sign-in to your`)
  expect(secrets).toHaveLength(1)
  expect(steps).not.toContain(secrets[0])
  expect(await read('/mail')).toContain('New sign-in to your')
})

test('shows the mails that server code led to', async () => {
  const { auth, userId, read } = await develop(() => {})
  await auth.users.delete({ userId })
  expect(await read('/mail')).toContain('account was deleted')
})

test('shows that a notice could not be sent, and that the sign-in succeeded', async () => {
  const { steps } = await develop(() => Promise.reject(new Error('The queue is full')))
  expect(steps).toContain(`Could not email ${email}`)
  expect(steps).toContain('MailFailed')
  expect(steps).toContain('Signed in')
})
