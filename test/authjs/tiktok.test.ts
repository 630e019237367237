import TikTok from '@auth/core/providers/tiktok'
import { afterEach, expect, test, vi } from 'vitest'
import { emulator, tiktok } from '../../src/emulator/index.ts'
import Own from '../../src/providers/tiktok.ts'
import { origin, setup } from '../setup.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const keys = { clientId: 'awpractice00000007', clientSecret: 'practice-secret-of-number-seven-07' }
const local = 'http://localhost:3000'
const app = {
  client_key: keys.clientId,
  client_secret: keys.clientSecret,
  web: [`${origin}/api/auth/callback/tiktok`],
  desktop: [`${local}/api/auth/callback/tiktok`],
}

async function visit(url: string, provider: ReturnType<typeof TikTok> | ReturnType<typeof Own>) {
  // Its module asks without the final slash, which TikTok takes so far.
  const platform = tiktok({ apps: [app], doubts: { authorizeSlash: 'optional' } })
  const world = await emulator({ platforms: [platform] })
  vi.stubGlobal('fetch', world.fetch)
  return setup({ providers: [provider], url }, world)
}

test('Auth.js’s TikTok module signs in on the web', async () => {
  const { browser, log } = await visit(origin, TikTok(keys))
  await browser.signIn('tiktok', { as: 'ada' })
  expect(log).toEqual({ errors: [], warnings: [] })
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada', email: null } })
})

test('on the web it is protected by state, which Auth.js itself leaves out', async () => {
  const { browser } = await visit(origin, TikTok(keys))
  const sent = new URL(await browser.start('tiktok')).searchParams
  expect(sent.get('state')).toMatch(/.{43}/)
  expect(sent.get('client_key')).toBe(keys.clientId)
})

test('with the desktop kit on localhost it cannot: TikTok wants the challenge in hex, not in base64url', async () => {
  const { browser, world, log } = await visit(local, TikTok(keys))
  const url = await browser.start('tiktok')
  expect(new URL(url).searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  await browser.visit(String(await world.approve(url, { as: 'ada' })))
  expect(await browser.session()).toBeNull()
  expect(log.errors[0]).toMatchObject({
    code: 'PlatformError',
    platform: { error: 'invalid_request', endpoint: 'token' },
  })
})

test('with our own provider the desktop kit signs in, by a challenge in hex', async () => {
  const { browser, world } = await visit(local, Own({ ...keys, kit: 'desktop' }))
  const url = await browser.start('tiktok')
  expect(new URL(url).searchParams.get('code_challenge')).toMatch(/^[0-9a-f]{64}$/)
  await browser.visit(String(await world.approve(url, { as: 'ada' })))
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})
