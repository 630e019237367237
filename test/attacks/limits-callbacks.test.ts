import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { setup } from '../setup.ts'
import { outside, plain, program } from './stage.ts'

/** An application whose requests to the platform's token endpoint are counted. */
async function counted(config: Partial<AuthConfig> = {}) {
  const world = await outside()
  const platform = { asked: 0, down: false }
  const send: typeof fetch = (input, init) => {
    const { url } = new Request(input, init)
    if (url !== 'https://plain.test/token') return world.fetch(input, init)
    platform.asked++
    if (platform.down) return Promise.resolve(new Response('down', { status: 503 }))
    return world.fetch(input, init)
  }
  const storage = memory({ now: world.clock.now })
  const base = { providers: [plain], storage, trustHost: true, runtime: { fetch: send } }
  const made = await setup({ ...base, ...config }, world)
  const cameBack = (who: TestBrowser, url: string, from: string, accept = program) =>
    who.visit(url, { ...accept, ...(from && { 'x-forwarded-for': from }) })
  /** Starts a sign-in, and comes back with a code that the platform never gave. */
  const makeUp = async (from: string, accept = program) => {
    const who = made.open()
    const state = new URL(await who.start('plain')).searchParams.get('state')
    const url = `/api/auth/callback/plain?code=made-up&state=${state}`
    return { who, answer: await cameBack(who, url, from, accept) }
  }
  const signIn = async (from: string) => {
    const who = made.open()
    const back = await world.approve(await who.start('plain'), { as: 'ada' })
    await cameBack(who, String(back), from)
    return (await who.session()) !== null
  }
  return { ...made, platform, makeUp, signIn }
}

const stranger = '203.0.113.66'
const somebody = '198.51.100.7'

test('of 300 made-up codes of one client a hundred reach the platform, and nobody else is locked out', async () => {
  const { platform, makeUp, signIn } = await counted()
  for (let n = 0; n < 100; n++) await makeUp(stranger)
  const later = await Promise.all(Array.from({ length: 200 }, () => makeUp(stranger)))
  expect(platform.asked).toBe(100)
  for (const { answer } of later) {
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('900')
  }
  expect(await signIn(stranger)).toBe(false)
  expect(await signIn(somebody)).toBe(true)
})

test('parallel callbacks have no more', async () => {
  const { platform, makeUp } = await counted({ limits: { oauth: { perClient: 20 } } })
  await Promise.all(Array.from({ length: 60 }, () => makeUp(stranger)))
  expect(platform.asked).toBe(20)
})

test('people read when to try again, and can', async () => {
  const { makeUp, signIn, world } = await counted({ limits: { oauth: { perClient: 2 } } })
  for (let n = 0; n < 2; n++) await makeUp(stranger)
  const { who, answer } = await makeUp(stranger, { accept: 'text/html' })
  const page = await who.visit(answer.headers.get('location') ?? '')
  expect(page.status).toBe(429)
  expect(page.headers.get('retry-after')).toBe('900')
  expect(await page.text()).toContain('15 minutes')
  world.clock.advance('16m')
  expect(await signIn(stranger)).toBe(true)
})

test('an office behind one address signs in thirty times', async () => {
  const { signIn } = await counted({ limits: { oauth: { perClient: 5 } } })
  for (let n = 0; n < 30; n++) expect(await signIn(somebody)).toBe(true)
})

test('a platform that was down lets people in as soon as it is up', async () => {
  const { platform, makeUp, signIn } = await counted({ limits: { oauth: { perClient: 5 } } })
  platform.down = true
  for (let n = 0; n < 20; n++) await makeUp(somebody)
  expect(platform.asked).toBe(20)
  platform.down = false
  expect(await signIn(somebody)).toBe(true)
})

test('a person signs in although a stranger makes up callbacks and no address is known', async () => {
  const limits = { oauth: { perClient: 2 } }
  const { makeUp, signIn } = await counted({ limits, trustHost: false })
  for (let n = 0; n < 50; n++) await makeUp('')
  expect(await signIn('')).toBe(true)
})

test('servers with one storage learn of each other’s failures', async () => {
  const limits = { oauth: { perClient: 10 } }
  const storage = memory()
  const servers = [await counted({ limits, storage }), await counted({ limits, storage })]
  for (let n = 0; n < 20; n++) for (const { makeUp } of servers) await makeUp(stranger)
  const asked = servers.map(({ platform }) => platform.asked)
  expect(asked.reduce((one, other) => one + other)).toBeLessThanOrEqual(11)
})

test('limits can be turned off', async () => {
  const { platform, makeUp } = await counted({ limits: false })
  for (let n = 0; n < 110; n++) await makeUp(stranger)
  expect(platform.asked).toBe(110)
})
