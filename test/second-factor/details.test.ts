import { describe, expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import { base, plain } from '../attacks/stage.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { origin } from '../setup.ts'
import { destination, house, openSetup, withAda } from './house.ts'

describe('the page of a step', () => {
  test('names its field, and carries the way back and the proof that the form is ours', async () => {
    const { browser, code, secret } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    const page = await (await browser.visit(`${base}/step-up?callbackUrl=/pay`)).text()
    expect(page).toMatch(/<label[^>]*>(<span>)?Code</)
    expect(page).toContain(`name="callbackUrl" value="${origin}/pay"`)
    expect(page).toMatch(/name="csrfToken" value="[^"]+"/)
  })

  test('offers the passkey that somebody has to whoever must take a step and turned nothing on', async () => {
    let must = false
    const required = () => must
    const { browser } = await house({ required }, { providers: [plain, Passkey] })
    await browser.signIn('plain', { as: 'ada' })
    expect((await addPasskey(browser, softKey(origin))).status).toBe(200)
    await browser.signOut()
    must = true
    const first = await browser.signIn('plain', { as: 'ada' })
    expect(destination(first)).toBe('/api/auth/second-factor')
    const page = await browser.visit(`${base}/second-factor`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('data-passkey')
  })
})

test('a code that was used is not said to be late', async () => {
  const { browser, open, code, secret, world } = await withAda()
  const used = await code(secret)
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: used })
  world.clock.advance('3m')
  const other = open()
  await other.signIn('plain', { as: 'ada' })
  const answer = destination(await other.submit(`${base}/second-factor`, { code: used }))
  expect(answer).toContain('error=Verification')
  expect(answer).not.toContain('behind')
})

test('an app says when it was used last', async () => {
  const { auth, browser, code, secret, userId, world } = await withAda()
  const [unused] = (await auth.factors.list({ userId })).factors
  expect(unused).not.toHaveProperty('lastUsedAt')
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret) })
  const [used] = (await auth.factors.list({ userId })).factors
  expect(used?.lastUsedAt?.getTime()).toBe(world.clock.now())
})

test('setting an app up makes a sign-in no younger', async () => {
  const { auth, browser, code, world } = await house()
  await browser.signIn('plain', { as: 'ada' })
  world.clock.advance('50m')
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: await code(secret) }
  const shown = await (await browser.submit(`${base}/second-factor-setup`, form)).text()
  const proven = /name="proven" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  await browser.submit(`${base}/second-factor-setup`, { proven })
  expect((await browser.session())?.amr).toContain('mfa')
  world.clock.advance('20m')
  const page = new Request(`${origin}/pay`, { headers: browser.headers })
  await expect(auth.requireSession(page, { maxAge: 3600 })).rejects.toMatchObject({
    code: 'RecentSignInRequired',
  })
  expect(await auth.requireSession(page, { maxAge: 7200 })).toHaveProperty('user')
})

test('a program that sets an app up gets the recovery codes, and what it goes on with', async () => {
  const { browser, code } = await house()
  await browser.signIn('plain', { as: 'ada' })
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: await code(secret) }
  const accept = { accept: 'application/json' }
  const answer = await browser.submit(`${base}/second-factor-setup`, form, accept)
  const { recoveryCodes, proven } = await answer.json()
  expect(recoveryCodes).toHaveLength(10)
  const done = await browser.submit(`${base}/second-factor-setup`, { proven }, accept)
  expect(done.status).toBe(200)
  expect((await browser.session())?.amr).toContain('mfa')
})

test('the page with the recovery codes leads to the account, for ten minutes', async () => {
  const { browser, code, world } = await house()
  await browser.signIn('plain', { as: 'ada' })
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: await code(secret) }
  const page = await (await browser.submit(`${base}/second-factor-setup`, form)).text()
  expect(page).toContain('src="/api/auth/recovery-codes.js"')
  expect(page).toContain(`name="callbackUrl" value="${base}/account"`)
  const proven = /name="proven" value="([^"]+)"/.exec(page)?.[1] ?? ''
  world.clock.advance('10m')
  const late = browser.clone()
  expect(destination(await late.submit(`${base}/second-factor-setup`, { proven }))).toContain(
    'error=FlowMissing',
  )
  world.clock.advance(-1000)
  const done = await browser.submit(`${base}/second-factor-setup`, { proven })
  expect(done.headers.get('location')).toBe(`${base}/account`)
})

test('a phone that is up to ten minutes late is told so', async () => {
  const { browser, code, secret, world } = await withAda()
  world.clock.advance('30m')
  await browser.signIn('plain', { as: 'ada' })
  const answers = [-10, -10.5].map(async (minutes) =>
    destination(
      await browser.submit(`${base}/second-factor`, { code: await code(secret, minutes) }),
    ),
  )
  expect(await answers[0]).toContain('code=behind-10')
  expect(await answers[1]).not.toContain('behind')
})

test.each([
  [400 * 86_400, false],
  [400 * 86_400 + 1, true],
])('a browser that is trusted for %i seconds is refused: %s', async (trust, isRefused) => {
  const { log } = await house({ trust }).catch((error) => ({ log: { errors: [error] } }))
  expect(log.errors.map(({ field }) => field)).toEqual(
    isRefused ? ['parts.second-factor.trust'] : [],
  )
})

test('another app takes the place of the one before', async () => {
  const { browser, code, secret, world } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret) })
  const next = await openSetup(browser)
  const form = { setup: next.setup, code: await code(next.secret) }
  const answer = await browser.submit(`${base}/second-factor-setup`, form)
  expect(answer.headers.get('location')).toBe(`${base}/account`)
  await browser.signOut()
  world.clock.advance('1m')
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret) })
  expect(await browser.session()).toBeNull()
  await browser.submit(`${base}/second-factor`, { code: await code(next.secret) })
  expect(await browser.session()).not.toBeNull()
})

test('people who get no recovery codes go on at once', async () => {
  const { browser, code } = await house({ recoveryCodes: false })
  await browser.signIn('plain', { as: 'ada' })
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: await code(secret) }
  const done = await browser.submit(`${base}/second-factor-setup`, form)
  expect(done.headers.get('location')).toBe(`${base}/account`)
  expect((await browser.session())?.amr).toContain('mfa')
})

test('an app from elsewhere brings no recovery codes, and nobody gets one without an account', async () => {
  const { auth, browser } = await house()
  await browser.signIn('plain', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await auth.factors.importTotp({ userId }, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  expect((await auth.factors.list({ userId })).recoveryCodes).toBe(0)
  await expect(auth.factors.setUpTotp({ userId: 'nobody' })).rejects.toMatchObject({
    code: 'NotFound',
  })
})

test('too many tries are told with the seconds to wait', async () => {
  const told: unknown[] = []
  const events = { limitFactor: ({ detail }: { detail?: unknown }) => void told.push(detail) }
  const { browser } = await withAda({}, { events } as object)
  await browser.signIn('plain', { as: 'ada' })
  for (let tries = 0; tries < 30 && told.length === 0; tries++)
    await browser.submit(`${base}/second-factor`, { code: '000000' })
  expect(told).toEqual([{ seconds: expect.any(Number) }])
})

test('the account page names the passkeys that may be asked for', async () => {
  const { browser } = await house({}, { providers: [plain, Passkey] })
  await browser.signIn('plain', { as: 'ada' })
  expect((await addPasskey(browser, softKey(origin))).status).toBe(200)
  const page = await (await browser.visit(`${base}/account`)).text()
  const [, section = ''] = page.split('Second factor')
  expect(section).toContain('Passkeys')
})

test('options that would keep nobody out are refused by their names', async () => {
  const { log } = await house({ totp: false, passkey: false }).catch((error) => ({
    log: { errors: [error] },
  }))
  expect(log.errors[0]).toMatchObject({ field: 'parts.second-factor.totp' })
})
