import { expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { AuditEntry } from '../../src/types/storage.ts'
import { idp, plain, stage } from '../attacks/stage.ts'
import { addPasskey, signUp } from '../methods/ceremonies.ts'
import { origin, setup } from '../setup.ts'
import { tiktok } from '../tiktok/practice.ts'

test('the removal of a passkey is told: who, when, from where and by what', async () => {
  const storage = memory()
  const clientIp = () => '192.0.2.7'
  const { auth, browser, world } = await setup({ providers: [Passkey({})], storage, clientIp })
  await signUp(browser)
  await addPasskey(browser)
  const userId = (await browser.session())?.user.id ?? ''
  const [first] = await auth.passkeys(userId)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const userAgent = `Browser ${'x'.repeat(400)}`
  const request = new Request(origin, { headers: { cookie, 'user-agent': userAgent } })
  await auth.removePasskey(request, first?.id ?? '')
  const [line] = await auth.audit(userId)
  expect(line).toEqual({
    event: 'removePasskey',
    userId,
    at: new Date(world.clock.now()),
    ip: '192.0.2.7',
    userAgent: userAgent.slice(0, 300),
  })
})

test('what code does by an id alone is told without a place', async () => {
  const { auth, browser } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await auth.revoke(userId, 'tiktok')
  const line = (await auth.audit(userId)).find(({ event }) => event === 'revoke')
  expect(line).toEqual({ event: 'revoke', userId, provider: 'tiktok', at: expect.any(Date) })
})

test('that a proven owner took over an unproven user is told as such', async () => {
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
  const lines = (await auth.audit(userId)).map(({ event, detail }) => [event, detail])
  expect(lines).toContainEqual(['linkAccount', { takeover: true }])
  expect(lines).toContainEqual(['createUser', undefined])
})

test('that a person disconnected at the platform is told, with the platform’s reason', async () => {
  const { auth, browser, world } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  const deliver: typeof fetch = (input, init) => auth.handler(new Request(input, init))
  const event = 'authorization.removed'
  await world.webhook({ event, content: { reason: 1 }, as: 'ada', fetch: deliver })
  const [line] = await auth.audit(userId)
  const detail = { event, reason: expect.stringContaining('disconnected') }
  expect(line).toMatchObject({ event: 'webhook', userId, provider: 'tiktok', detail })
})

test('a log that cannot be written stands in nobody’s way, and the application hears of it', async () => {
  const storage = memory()
  const audit = async ({ event }: AuditEntry) => {
    throw new Error(`no room for ${event}`)
  }
  const { auth, browser, log } = await tiktok({}, { storage: { ...storage, audit } })
  await browser.signIn('tiktok', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  expect(userId).not.toBe('')
  await auth.endSessions(userId)
  expect(await browser.session()).toBeNull()
  expect(log.errors).toEqual([])
  expect(log.warnings.filter((line) => line.includes('audit log'))).toEqual([
    'The audit log could not be written: createUser',
    'The audit log could not be written: endSessions',
  ])
})
