import { describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { base, sessionsIn, stage } from '../attacks/stage.ts'

describe.each(['database', 'cookie'] as const)('a session in a %s', (strategy) => {
  test('tells when and how its person proved who they are', async () => {
    const { browser, world } = await stage({ session: { strategy } })
    await browser.signIn('plain', { as: 'ada' })
    const authTime = world.clock.now() / 1000
    world.clock.advance('2h')
    expect(await browser.session()).toMatchObject({ authTime, amr: expect.any(Array) })
  })
})

test('a session that ends while it is renewed is over, and its cookie goes', async () => {
  const { browser, storage, world } = await stage({ session: { strategy: 'database' } })
  await browser.signIn('plain', { as: 'ada' })
  world.clock.advance('2d')
  storage.updateSession = async () => null
  const answer = await browser.visit(`${base}/session`)
  expect(await answer.json()).toBeNull()
  expect(sessionsIn(answer)).toEqual([])
  expect([...browser.cookies.keys()].filter((name) => name.endsWith('.session'))).toEqual([])
})

test.each([
  ['false', ['plain']],
  ['true', ['idp', 'plain']],
])('a form that says link=%s', async (link, accounts) => {
  const { auth, browser, world } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const sent = await browser.start('idp', { link })
  await browser.visit(String(await world.approve(sent, { as: 'noor' })))
  const linked = (await auth.accounts.list({ userId: user })).map(({ provider }) => provider)
  expect(linked.sort()).toEqual(accounts)
})

test('a browser remembers the last eight sessions that ended in it, and no more', async () => {
  const { browser } = await stage({ session: { strategy: 'cookie' } })
  const sizes: number[] = []
  for (let round = 1; round <= 10; round++) {
    await browser.signIn('plain', { as: 'ada' })
    await browser.signOut()
    const ended = [...browser.cookies].filter(([name]) => name.includes('ended'))
    sizes.push(ended.map(([, value]) => value).join('').length)
  }
  expect(sizes[7]).toBeGreaterThan(sizes[6] ?? 0)
  expect(sizes.slice(8)).toEqual([sizes[7], sizes[7]])
})

test('callbacks and events are told whose account it is', async () => {
  const told: unknown[] = []
  const { browser } = await stage({
    events: {
      linkAccount: ({ account }) => void told.push(account.userId),
      signIn: ({ account }) => void told.push(account?.userId),
    },
  })
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id
  expect(told).toEqual([user, user])
})

test('developers read the whole message, from its first letter', async () => {
  const { browser, storage } = await stage()
  storage.transaction = () => Promise.reject(new AuthError('StorageError', 'The database is gone'))
  const answer = await browser.signIn('plain', { as: 'ada' })
  const page = await browser.visit(answer.headers.get('location') ?? '')
  expect(await page.text()).toContain('>The database is gone<')
})
