import { expect, test } from 'vitest'
import { eventNames } from '../../src/config/options.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { UserEvent } from '../../src/types/hooks.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { origin, setup } from '../setup.ts'
import { tiktok } from '../tiktok/practice.ts'

type Told = { event: string } & Partial<UserEvent>

/** Handlers of all events but `session`, which happens at every read. */
function listen() {
  const told: Told[] = []
  const names = Object.keys(eventNames).filter((name) => name !== 'session')
  const tell = (event: string) => (message: object) => void told.push({ event, ...message })
  return { told, events: Object.fromEntries(names.map((event) => [event, tell(event)])) }
}

async function application() {
  const storage = memory()
  const { told, events } = listen()
  const config = { providers: [plain, idp, Passkey], storage, events }
  const { auth, browser, open } = await setup(config, await outside())
  await browser.signIn('plain', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  return { ...{ auth, browser, open, storage, told, userId } }
}

test('the application is told what the audit log has lines of, by the same names and in the same order', async () => {
  const { auth, browser, open, storage, told, userId } = await application()
  const who = { userId }
  await browser.signIn('idp', { as: 'ada', link: true })
  await addPasskey(browser)
  await auth.users.update(who, { name: 'Ada L.' })
  const [passkey] = await auth.passkeys.list(who)
  await auth.passkeys.remove(who, passkey?.id ?? '')
  await auth.accounts.unlink(who, 'idp')
  await open().signIn('plain', { as: 'ada' })
  const [session] = await auth.sessions.list(who)
  await auth.sessions.end(who, session?.id ?? '')
  await auth.sessions.endAll(who)
  const other = open()
  await other.signIn('plain', { as: 'ada' })
  await other.submit('/api/auth/signout', {})
  await auth.users.delete(who)
  const lines = (await storage.listAudit(userId)).toReversed()
  expect(told.map(({ event }) => event)).toEqual(lines.map(({ event }) => event))
  expect(new Set(told.map(({ event }) => event))).toEqual(
    new Set([
      ...['createUser', 'linkAccount', 'signIn', 'updateUser', 'unlinkAccount'],
      ...['endSession', 'endSessions', 'signOut', 'deleteUser'],
    ]),
  )
  const about = (event: string) => told.filter((each) => each.event === event)
  expect(about('unlinkAccount')).toMatchObject([
    { userId, provider: 'passkey' },
    { userId, provider: 'idp' },
  ])
  expect(about('endSessions')).toEqual([{ event: 'endSessions', userId, detail: { count: 1 } }])
  expect(about('deleteUser')).toEqual([{ event: 'deleteUser', userId }])
})

test('an event has the request of whoever asked, be it only headers', async () => {
  const { auth, browser, told } = await application()
  await browser.signIn('idp', { as: 'ada', link: true })
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  await auth.accounts.unlink(new Headers({ cookie, 'user-agent': 'A phone' }), 'idp')
  const { request } = told.at(-1) ?? {}
  expect(told.at(-1)?.event).toBe('unlinkAccount')
  expect(request?.url).toBe(`${origin}/`)
  expect(request?.headers.get('user-agent')).toBe('A phone')
})

test('revoked tokens are told', async () => {
  const { told, events } = listen()
  const { auth, browser } = await tiktok({}, { events })
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await auth.accounts.revoke({ userId }, 'tiktok')
  expect(told.at(-1)).toEqual({ event: 'revoke', userId, provider: 'tiktok' })
})

test('a handler that fails stands in nobody’s way', async () => {
  const events = { deleteUser: () => Promise.reject(new Error('The queue is full')) }
  const { auth, browser, log } = await tiktok({}, { events })
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await auth.users.delete({ userId })
  expect(await auth.users.get({ userId })).toBeNull()
  expect(log.warnings).toContainEqual(expect.stringContaining('The queue is full'))
})
