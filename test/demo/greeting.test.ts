import { expect, test } from 'vitest'
import { npmStart } from './npm-start.ts'

test('with the practice TikTok, the demo says where everything is and what to press', async () => {
  const demo = await npmStart()
  const [, address = ''] = /Every step {8}(\S+)/.exec(demo.said()) ?? []
  const inspector = await fetch(address, { redirect: 'manual' })
  const keyless = await fetch(`${demo.url}/api/auth/inspect`)
  await demo.stop()
  expect(address).toContain(`${demo.url}/api/auth/inspect?key=`)
  expect([inspector.status, inspector.headers.get('location')]).toEqual([303, '/api/auth/inspect'])
  expect(keyless.status).toBe(403)
  expect(demo.said()).toContain(`Practice TikTok   ${demo.practice}`)
  expect(demo.said()).toContain('choose who you want to be')
  expect(demo.said()).toContain('AUTH_TIKTOK_ID=<client key>')
})

test('with PORT=0 it says which port it got, and the whole demo knows', async () => {
  const demo = await npmStart({ PORT: '0', EMULATOR_PORT: '0' })
  const page = await fetch(demo.url)
  const providers = await (await fetch(`${demo.url}/api/auth/providers`)).json()
  await demo.stop()
  expect(page.status).toBe(200)
  expect(providers.tiktok.callbackUrl).toBe(`${demo.url}/api/auth/callback/tiktok`)
  expect(demo.said()).not.toMatch(/:0\b/)
})

test('with the real TikTok, it says which address to register and promises no personas', async () => {
  const demo = await npmStart({
    AUTH_TIKTOK_ID: 'sbawmine',
    AUTH_TIKTOK_SECRET: 'a-secret-of-mine',
  })
  await demo.stop()
  expect(demo.said()).toContain(`Register ${demo.url}/api/auth/callback/tiktok with it`)
  expect(demo.said()).toContain('your own account')
  expect(demo.said()).not.toMatch(/who you want to be|127\.0\.0\.1|a-secret-of-mine/)
})

test.each([
  [{ AUTH_TIKTOK_ID: 'sbawmine' }, 'AUTH_TIKTOK_SECRET is missing'],
  [{ AUTH_TIKTOK_ID: 'sbawmine', AUTH_TIKTOK_SECRET: '' }, 'AUTH_TIKTOK_SECRET is missing'],
  [{ AUTH_TIKTOK_ID: '', AUTH_TIKTOK_SECRET: 'a-secret' }, 'AUTH_TIKTOK_ID is missing'],
])('half of a pair of keys is told at the start: %o', async (env, words) => {
  await expect(npmStart(env)).rejects.toThrow(words)
})
