import { expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import { d1 } from '../../src/storage/d1.ts'
import { memory } from '../../src/storage/memory.ts'
import type { AuditEntry, Storage } from '../../src/types/storage.ts'
import { idp, plain, stage } from '../attacks/stage.ts'
import { addPasskey, signUp } from '../methods/ceremonies.ts'
import { origin, setup } from '../setup.ts'
import { startD1 } from '../storage/d1-server.ts'
import { present } from '../storage/people.ts'
import { tiktok } from '../tiktok/practice.ts'
import { signInWithoutLog, unwritten } from './unwritten.ts'

test('the removal of a passkey is told: who, when, from where and by what', async () => {
  const storage = memory()
  const clientIp = () => '192.0.2.7'
  const { auth, browser, world } = await setup({ providers: [Passkey({})], storage, clientIp })
  await signUp(browser)
  await addPasskey(browser)
  const userId = (await browser.session())?.user.id ?? ''
  const [first] = await auth.passkeys.list({ userId })
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const userAgent = `Browser ${'x'.repeat(400)}`
  const request = new Request(origin, { headers: { cookie, 'user-agent': userAgent } })
  await auth.passkeys.remove(request, first?.id ?? '')
  const [line] = await auth.users.audit({ userId })
  expect(line).toEqual({
    event: 'unlinkAccount',
    provider: 'passkey',
    userId,
    at: new Date(world.clock.now()),
    ip: '192.0.2.7',
    userAgent: userAgent.slice(0, 300),
  })
})

test.each([
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['10.0.0.1, 198.51.100.7:51234', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
])('a proxy that writes %s saw %s', async (written, ip) => {
  const { auth, browser, world } = await stage({ trustHost: true })
  const back = await world.approve(await browser.start('plain'), { as: 'ada' })
  await browser.visit(String(back), { 'x-forwarded-for': written })
  const userId = (await browser.session())?.user.id ?? ''
  const [session] = await auth.sessions.list({ userId })
  const [line] = await auth.users.audit({ userId })
  expect([session?.ip, line?.ip]).toEqual([ip, ip])
})

test('a line about what code does by an id alone has no place', async () => {
  const { auth, browser } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await auth.accounts.revoke({ userId }, 'tiktok')
  const line = (await auth.users.audit({ userId })).find(({ event }) => event === 'revoke')
  expect(line).toEqual({ event: 'revoke', userId, provider: 'tiktok', at: expect.any(Date) })
})

test('a takeover of an unproven user by its proven owner is told as such', async () => {
  const email = 'ada@people.test'
  const people = [
    { id: 'squatter', name: 'Squatter', email },
    { id: 'owner', name: 'Owner', email, email_verified: true },
  ]
  const linking = { ...idp, allowDangerousEmailAccountLinking: true }
  const { auth, browser, open } = await stage({ providers: [plain, linking] }, people)
  await browser.signIn('plain', { as: 'squatter' })
  const userId = (await browser.session())?.user.id ?? ''
  const owner = open()
  await owner.signIn('idp', { as: 'owner' })
  expect((await owner.session())?.user.id).toBe(userId)
  const lines = (await auth.users.audit({ userId })).map(({ event, detail }) => [event, detail])
  expect(lines).toContainEqual(['takeover', undefined])
  expect(lines).toContainEqual(['linkAccount', undefined])
  expect(lines).toContainEqual(['createUser', undefined])
})

test('a person who disconnects at the platform is told, with the platform’s reason', async () => {
  const { auth, browser, world } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  const deliver: typeof fetch = (input, init) => auth.handler(new Request(input, init))
  const event = 'authorization.removed'
  await world.webhook({ event, content: { reason: 1 }, as: 'ada', fetch: deliver })
  const [line] = await auth.users.audit({ userId })
  const detail = { event, reason: expect.stringContaining('disconnected') }
  expect(line).toMatchObject({ event: 'webhook', userId, provider: 'tiktok', detail })
})

test('rows that cannot be swept stand in nobody’s way, and the application hears of it', async () => {
  const sweep = () => Promise.reject(new Error('disk full'))
  const { browser, log } = await tiktok({}, { storage: { ...memory(), sweep } })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
  await browser.signOut()
  await browser.signIn('tiktok', { as: 'ada' })
  expect(log.errors).toEqual([])
  const told = log.warnings.filter((line) => line === 'What has expired could not be removed')
  expect(told).toHaveLength(1)
})

test('a log that cannot be written stands in nobody’s way, and the application hears of it', async () => {
  const storage = memory()
  const audit = async ({ event }: AuditEntry) => {
    throw new Error(`no room for ${event}`)
  }
  const failing = (own: Storage): Storage => ({
    ...own,
    audit,
    transaction: (work) => present(own).transaction((inside) => work(failing(inside))),
  })
  const { auth, browser, log } = await tiktok({}, { storage: failing(storage) })
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  expect(userId).not.toBe('')
  await auth.sessions.endAll({ userId })
  expect(await browser.session()).toBeNull()
  expect(log.errors).toEqual([])
  expect(log.warnings.filter((line) => line.includes('audit log'))).toEqual([
    ...unwritten,
    'The audit log could not be written: endSessions',
  ])
})

test('a log whose table is gone stands in nobody’s way in D1, where a line is written after its batch', async () => {
  const server = await startD1()
  const database = server.newDatabase()
  const storage = d1(database)
  await signInWithoutLog(storage, () => database.prepare('drop table portico_audit').all())
  await server.close()
})
