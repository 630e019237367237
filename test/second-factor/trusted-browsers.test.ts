import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { SecondFactorOptions } from '../../src/types/second-factor.ts'
import { base } from '../attacks/stage.ts'
import { ada, forget, otherPassword, passwordHouse, signedUp, signIn } from '../password/house.ts'
import { type House, withAda } from './house.ts'

/** Ada trusts her browser, and has signed out. */
async function trusting(options: SecondFactorOptions = {}, config: Partial<AuthConfig> = {}) {
  const at = await withAda(options, config)
  await trust(at, at.browser, await at.code(at.secret))
  await at.browser.signOut()
  at.world.clock.advance('1m')
  return at
}

async function trust(_at: House, browser: TestBrowser, code: string): Promise<void> {
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code, trust: 'yes' })
  expect(await browser.session()).not.toBeNull()
}

/** Whether the browser gets in without a second step. */
async function isTrusted(browser: TestBrowser): Promise<boolean> {
  await browser.signIn('plain', { as: 'ada' })
  const session = await browser.session()
  await browser.signOut()
  return session !== null
}

describe.each(['database', 'cookie'] as const)('a trusted browser (%s sessions)', (strategy) => {
  const session = { strategy }

  test('signs in by the first factor alone, until its time is over', async () => {
    const { browser, open, world } = await trusting({ trust: '30d' }, { session })
    expect(await isTrusted(browser)).toBe(true)
    expect(await isTrusted(open())).toBe(false)
    world.clock.advance('29d')
    expect(await isTrusted(browser)).toBe(true)
    world.clock.advance('1d')
    expect(await isTrusted(browser)).toBe(false)
  })

  test('is asked again after another factor is added, changed or removed', async () => {
    const { browser, auth, userId, code } = await trusting({}, { session })
    const { secret, setup } = await auth.factors.setUpTotp({ userId })
    expect(await isTrusted(browser)).toBe(true)
    expect(await auth.factors.confirmTotp({ userId }, { setup, code: await code(secret) })).toEqual(
      [],
    )
    expect(await isTrusted(browser)).toBe(false)
  })

  test('is asked again when its owner says so', async () => {
    const { browser, auth, userId } = await trusting({}, { session })
    const [trusted] = (await auth.factors.list({ userId })).trustedBrowsers
    await auth.factors.forgetBrowser({ userId }, 'another')
    expect(await isTrusted(browser)).toBe(true)
    await auth.factors.forgetBrowser({ userId }, trusted?.id)
    expect(await isTrusted(browser)).toBe(false)
  })

  test('is found among a hundred others when its owner says so', async () => {
    const { browser, auth, userId, storage } = await trusting({}, { session })
    const [trusted] = (await auth.factors.list({ userId })).trustedBrowsers
    const other = {
      ...{ kind: 'second-factor/trusted-browser', userId, sealed: null, version: 1 },
      ...{ data: { generation: '', browser: '', system: '' }, createdAt: new Date() },
      ...{ lastUsedAt: null, expires: null },
    }
    // Their lookups sort before every hash.
    for (let count = 0; count < 100; count++)
      await storage.putItem({ ...other, id: `${count}`, lookup: `!${count}` })
    expect((await auth.factors.list({ userId })).trustedBrowsers).toHaveLength(101)
    await auth.factors.forgetBrowser({ userId }, trusted?.id)
    expect(await isTrusted(browser)).toBe(false)
  })

  test('trusts nobody else who signs in there', async () => {
    const { browser, open, world, code, ...at } = await trusting({}, { session })
    const other = open()
    await other.signIn('plain', { as: 'noor' })
    const { secret, setup } = await at.auth.factors.setUpTotp(other)
    await at.auth.factors.confirmTotp(other, { setup, code: await code(secret) })
    await other.signOut()
    world.clock.advance('1m')
    await browser.signIn('plain', { as: 'noor' })
    expect(await browser.session()).toBeNull()
    // Noor trusts it too, and Ada stays trusted.
    await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
    expect((await browser.session())?.user.id).toBeTruthy()
    await browser.signOut()
    expect(await isTrusted(browser)).toBe(true)
  })
})

test('a browser is asked at each sign-in where trust is turned off, though it sent the field', async () => {
  const { browser, code, secret } = await withAda({ trust: false })
  await browser.signIn('plain', { as: 'ada' })
  const page = await (await browser.visit(`${base}/second-factor`)).text()
  expect(page).not.toContain('name="trust"')
  await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
  expect(await browser.session()).not.toBeNull()
  await browser.signOut()
  expect(await isTrusted(browser)).toBe(false)
})

test('a copied key of a trusted browser is worth nothing without the first factor', async () => {
  const { browser } = await trusting()
  const thief = browser.clone()
  expect(await thief.session()).toBeNull()
  const step = await thief.visit(`${base}/second-factor`)
  expect(step.headers.get('location')).toContain('error=FlowMissing')
})

describe.each(['database', 'cookie'] as const)(
  'a reset of the password (%s sessions)',
  (strategy) => {
    test('ends the trust in other browsers, and not in the one that it signs in', async () => {
      const at = await passwordHouse({}, { parts: [SecondFactor()], session: { strategy } })
      const { auth, browser: old, world } = at
      const { factors } = auth as typeof auth & FactorCalls
      await signedUp(at, old)
      const { secret, setup } = await factors.setUpTotp(old)
      const code = async () => {
        world.clock.advance('1m')
        const step = stepAt(Math.floor(world.clock.now() / 1000))
        return totpCode(fromBase32(secret) ?? new Uint8Array(), step)
      }
      await factors.confirmTotp(old, { setup, code: await code() })
      await old.signOut()
      await signIn(old)
      await old.submit(`${base}/second-factor`, { code: await code(), trust: 'yes' })
      await old.signOut()
      const fresh = at.open()
      const { link } = await forget(at, fresh)
      await fresh.submit(link, { password: otherPassword })
      expect(await fresh.session()).toBeNull()
      await fresh.submit(`${base}/second-factor`, { code: await code(), trust: 'yes' })
      expect(await fresh.session()).not.toBeNull()
      await fresh.signOut()
      for (const browser of [old, fresh]) await signIn(browser, otherPassword)
      expect(await old.session()).toBeNull()
      expect((await fresh.session())?.user.email).toBe(ada)
    })
  },
)
