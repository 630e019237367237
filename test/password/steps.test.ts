import { expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { Terms } from '../parts/terms/terms.ts'
import {
  base,
  flowOf,
  forget,
  otherPassword,
  type PasswordHouse,
  passwordHouse,
  post,
  signIn,
  signUp,
  userOf,
} from './house.ts'

const accept = (browser: TestBrowser) => browser.submit(`${base}/terms`, {})

/** An application that asks everybody for another step, and somebody who took it once. */
async function house(strategy: 'database' | 'cookie') {
  const at = await passwordHouse(
    {},
    { parts: [Terms({ version: '1' })], session: { strategy }, storage: memory() },
  )
  const flow = flowOf(await signUp(at.browser))
  await post(at.browser, { flow, code: (await at.mail()).code })
  await accept(at.browser)
  const id = (await at.browser.session())?.user.id ?? ''
  expect(id).not.toBe('')
  await at.browser.submit(`${base}/account`, { action: 'withdrawTerms' })
  return { ...at, id }
}

/** All that the storage holds of people and passwords. */
async function tables({ storage }: Pick<PasswordHouse, 'storage'>, id: string): Promise<string> {
  const user = await storage.getUser(id)
  const sessions = await storage.listSessions(id)
  return JSON.stringify([user, sessions, (await storage.listItems({})).items])
}

test.each(['database', 'cookie'] as const)(
  'a sign-in with a password leads to the step first, and nothing is written before it (%s)',
  async (strategy) => {
    const at = await house(strategy)
    const before = await tables(at, at.id)
    const browser = at.open()
    const answer = await signIn(browser)
    expect(answer.headers.get('location')).toBe(`${base}/terms`)
    expect(await browser.session()).toBeNull()
    expect(await tables(at, at.id)).toBe(before)
    await accept(browser)
    expect((await browser.session())?.user.id).toBe(at.id)
  },
)

test.each(['database', 'cookie'] as const)(
  'a reset never skips a step: neither session nor password nor link changes before it (%s)',
  async (strategy) => {
    const at = await house(strategy)
    const { link } = await forget(at, at.open())
    const before = await tables(at, at.id)
    const browser = at.open()
    const answer = await browser.submit(link, { password: otherPassword })
    expect(answer.headers.get('location')).toBe(`${base}/terms`)
    expect(await browser.session()).toBeNull()
    expect(await tables(at, at.id)).toBe(before)
    expect((await at.browser.session())?.user.id).toBe(at.id)
    await accept(browser)
    expect((await browser.session())?.user.id).toBe(at.id)
    at.world.clock.advance('301s')
    expect(await at.browser.session()).toBeNull()
    expect((await browser.session())?.user.id).toBe(at.id)
  },
)

test('a sign-in that waits for its step ends when the password is changed', async () => {
  const at = await house('database')
  const waiting = at.open()
  await signIn(waiting)
  await at.auth.passwords.set({ userId: at.id }, otherPassword)
  const answer = await accept(waiting)
  expect(answer.headers.get('location')).toContain('error=CredentialsSignin')
  expect(await waiting.session()).toBeNull()
})

test('a reset that waits for its step is good once, and only while its link is', async () => {
  const at = await house('database')
  const { link } = await forget(at, at.open())
  const [one, two] = [at.open(), at.open()]
  await one.submit(link, { password: otherPassword })
  await two.submit(link, { password: 'one more password to try' })
  await accept(one)
  expect((await one.session())?.user.id).toBe(at.id)
  await at.browser.submit(`${base}/account`, { action: 'withdrawTerms' })
  await accept(two)
  expect(await two.session()).toBeNull()
  await accept(one)
  const browser = at.open()
  await signIn(browser, otherPassword)
  await accept(browser)
  expect((await browser.session())?.user.id).toBe(at.id)
})

test('a password that came with a takeover is told of once, after the step', async () => {
  const at = await passwordHouse({}, { parts: [Terms({ version: '1' })] })
  const claimant = at.open()
  await claimant.signIn('plain', { as: 'ada' })
  const { id = '' } = (await userOf(at)) ?? {}
  const flow = flowOf(await signUp(at.browser))
  await post(at.browser, { flow, code: (await at.mail()).code })
  expect(await at.browser.session()).toBeNull()
  await accept(at.browser)
  expect((await at.browser.session())?.user.id).toBe(id)
  const lines = (await at.storage.listAudit(id)).map(({ event }) => event)
  expect(lines.filter((event) => /takeover|Password/.test(event))).toEqual([
    'setPassword',
    'takeover',
  ])
})
