import { describe, expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { badge, pin } from '../methods/two-steps.ts'
import { origin } from '../setup.ts'
import { base, plain, program, sessionsIn, stage } from './stage.ts'

const strategies = ['cookie', 'database'] as const

/** Somebody who takes two steps, and has other ways in besides. */
async function settled(strategy: (typeof strategies)[number]) {
  const at = await stage({ providers: [badge, pin, plain, Passkey], session: { strategy } })
  await at.browser.submit(`${base}/callback/badge`, { holder: 'ada' })
  await at.browser.submit(`${base}/callback/pin`, { pin: '1234' })
  await at.browser.signIn('plain', { as: 'ada', link: true })
  expect((await addPasskey(at.browser)).status).toBe(200)
  const userId = (await at.browser.session())?.user.id ?? ''
  const [passkey] = await at.storage.listAuthenticatorsByUserId(userId)
  const left = async () => ({
    accounts: (await at.storage.listAccounts(userId)).length,
    passkeys: (await at.storage.listAuthenticatorsByUserId(userId)).length,
    user: (await at.storage.getUser(userId))?.id,
  })
  return { ...at, userId, passkey: passkey?.credentialID ?? '', left }
}

type Settled = Awaited<ReturnType<typeof settled>>

/** Everything that takes a way in away. */
const removals: Record<string, (at: Settled) => Record<string, string>> = {
  passkey: ({ passkey }) => ({ action: 'removePasskey', id: passkey }),
  'passkey as a way in': ({ passkey }) => ({
    action: 'remove',
    provider: 'passkey',
    key: `passkey ${passkey}`,
  }),
  account: () => ({ action: 'disconnect', provider: 'plain' }),
  'first step': () => ({ action: 'disconnect', provider: 'badge' }),
  user: () => ({ action: 'delete', confirm: 'yes' }),
}

function requestOf(browser: TestBrowser): Request {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie } })
}

async function refused(at: Settled, browser: TestBrowser, error: string): Promise<void> {
  const before = await at.left()
  for (const form of Object.values(removals)) {
    const answer = await browser.submit(`${base}/account`, form(at), program)
    expect(await answer.json()).toMatchObject({ error })
  }
  const request = requestOf(browser)
  for (const attempt of [
    at.auth.passkeys.remove(request, at.passkey),
    at.auth.accounts.unlink(request, 'plain'),
    at.auth.users.removeWayIn(request, 'passkey', `passkey ${at.passkey}`),
    at.auth.users.delete(request),
  ]) {
    await expect(attempt).rejects.toMatchObject({ code: error })
  }
  expect(await at.left()).toEqual(before)
}

// CVE-2026-3429: a session of one factor took the other factor away.
describe.each(strategies)('taking a way in away (%s)', (strategy) => {
  test('answers SessionRequired to a person who took only the first step', async () => {
    const at = await settled(strategy)
    const thief = at.open()
    await thief.submit(`${base}/callback/badge`, { holder: 'ada' })
    await refused(at, thief, 'SessionRequired')
  })

  test('answers RecentSignInRequired to an old session whose browser took the first step again', async () => {
    const at = await settled(strategy)
    at.world.clock.advance('2h')
    await at.browser.submit(`${base}/callback/badge`, { holder: 'ada' })
    await refused(at, at.browser, 'RecentSignInRequired')
  })

  test('answers RecentSignInRequired to an old session after a wrong second step', async () => {
    const at = await settled(strategy)
    at.world.clock.advance('2h')
    await at.browser.submit(`${base}/callback/badge`, { holder: 'ada' })
    await at.browser.submit(`${base}/callback/pin`, { pin: '0000' })
    await refused(at, at.browser, 'RecentSignInRequired')
  })

  test('answers RecentSignInRequired to an old session that was renewed or updated', async () => {
    const at = await settled(strategy)
    at.world.clock.advance('2d')
    await at.browser.session()
    const json = { ...program, origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ data: { auth_time: 4e9, authTime: 4e9, amr: ['mfa'] } })
    await at.browser.send(new Request(`${base}/session`, { method: 'POST', headers: json, body }))
    await refused(at, at.browser, 'RecentSignInRequired')
  })

  test('answers 404 to a session of somebody else', async () => {
    const at = await settled(strategy)
    const eve = at.open()
    await eve.submit(`${base}/callback/badge`, { holder: 'eve' })
    await eve.submit(`${base}/callback/pin`, { pin: '1234' })
    const before = await at.left()
    for (const name of ['passkey', 'passkey as a way in', 'account']) {
      const answer = await eve.submit(`${base}/account`, removals[name]?.(at), program)
      expect([name, answer.status]).toEqual([name, 404])
    }
    expect(await at.left()).toEqual(before)
  })

  test('by whoever has just taken both steps', async () => {
    const at = await settled(strategy)
    at.world.clock.advance('2h')
    await at.browser.submit(`${base}/callback/badge`, { holder: 'ada' })
    await at.browser.submit(`${base}/callback/pin`, { pin: '1234' })
    await at.auth.passkeys.remove(requestOf(at.browser), at.passkey)
    expect((await at.left()).passkeys).toBe(0)
  })
})

// Better Auth #9639: the first step's answer set a session, and took it back in a later line of the same answer.
test.each(strategies)(
  'every cookie of the first step’s answer gets null and 401 (%s)',
  async (strategy) => {
    const { auth, browser } = await stage({ providers: [badge, pin], session: { strategy } })
    const first = await browser.submit(`${base}/callback/badge`, { holder: 'ada' })
    expect(sessionsIn(first)).toEqual([])
    const lines = first.headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(0)
    const pairs = lines.map((line) => (line.split(';')[0] ?? '').split('='))
    const names = ['__Host-portico.session', ...pairs.map(([name = '']) => name)]
    for (const [, value = ''] of pairs) {
      for (const name of names) {
        const headers = { cookie: `${name}=${value}`, ...program }
        expect(await auth.session(new Request(origin, { headers }))).toBeNull()
        const page = await auth.handler(new Request(`${base}/account`, { headers }))
        expect(page.status).toBe(401)
      }
    }
    // A line that is set twice is read by whoever reads the first.
    expect(new Set(names).size).toBe(names.length)
  },
)
