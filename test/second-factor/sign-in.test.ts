import { describe, expect, test } from 'vitest'
import { base } from '../attacks/stage.ts'
import { origin } from '../setup.ts'
import { destination, enrol, house, openSetup, withAda } from './house.ts'

const strategies = ['database', 'cookie'] as const

describe.each(strategies)('an authenticator app (%s sessions)', (strategy) => {
  const session = { strategy }

  test('is set up with a code, counts from then on, and is asked for at the next sign-in', async () => {
    const at = await house({}, { session })
    const { browser, world, code } = at
    await browser.signIn('plain', { as: 'ada' })
    const { secret, codes } = await enrol(at, browser)
    expect(codes).toHaveLength(10)
    expect((await browser.session())?.amr).toContain('mfa')
    await browser.signOut()
    world.clock.advance('1m')
    const first = await browser.signIn('plain', { as: 'ada', callbackUrl: '/home' })
    expect(destination(first)).toBe('/api/auth/second-factor')
    expect(await browser.session()).toBeNull()
    const page = await (await browser.visit(`${base}/second-factor`)).text()
    expect(page).toContain('authenticator app')
    expect(page).not.toContain('<script')
    const wrong = await browser.submit(`${base}/second-factor`, { code: '000000' })
    expect(destination(wrong)).toContain('/api/auth/second-factor?error=Verification')
    expect(await browser.session()).toBeNull()
    const right = await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(right.headers.get('location')).toBe(`${origin}/home`)
    expect(await browser.session()).toMatchObject({ amr: ['fed', 'otp', 'mfa'] })
  })

  test('proves nothing before a code of it was typed', async () => {
    const { browser } = await house({}, { session })
    await browser.signIn('plain', { as: 'ada' })
    const { setup } = await openSetup(browser)
    const refused = await browser.submit(`${base}/second-factor-setup`, { setup, code: '000000' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('That code isn’t right')
    await browser.signOut()
    await browser.signIn('plain', { as: 'ada' })
    expect(await browser.session()).not.toBeNull()
  })

  test('lets nobody in twice with one code', async () => {
    const at = await withAda({}, { session })
    const code = await at.code(at.secret)
    await at.browser.signIn('plain', { as: 'ada' })
    await at.browser.submit(`${base}/second-factor`, { code })
    expect(await at.browser.session()).not.toBeNull()
    const thief = at.open()
    await thief.signIn('plain', { as: 'ada' })
    const again = await thief.submit(`${base}/second-factor`, { code })
    expect(destination(again)).toContain('error=Verification')
    expect(await thief.session()).toBeNull()
  })

  test('a recovery code lets its owner in once', async () => {
    const { browser, open, codes, auth, userId } = await withAda({}, { session })
    const [first = ''] = codes
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: ` ${first.toLowerCase()} ` })
    expect(await browser.session()).toMatchObject({ amr: ['fed', 'otp', 'mfa'] })
    expect(await auth.factors.list({ userId })).toMatchObject({ recoveryCodes: 9 })
    const other = open()
    await other.signIn('plain', { as: 'ada' })
    await other.submit(`${base}/second-factor`, { code: first })
    expect(await other.session()).toBeNull()
  })
})

/** A text as keyboards of other languages write it, from that character on. */
const inDigitsFrom = (zero: string) => (code: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero.charCodeAt(0) + Number(digit)))
const fullWidth = (code: string) =>
  code.replaceAll(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0))

test.each([
  ['in two halves, with a hyphen', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['between marks of a text from right to left', (code: string) => `\u2067${code}\u2069`],
  ['by a Japanese keyboard', fullWidth],
  ['by an Arabic keyboard', inDigitsFrom('٠')],
  ['by a Persian keyboard', inDigitsFrom('۰')],
])('a code of an app is taken as it was typed %s', async (_, type) => {
  const { browser, code, secret } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: type(await code(secret)) })
  expect(await browser.session()).toMatchObject({ amr: ['fed', 'otp', 'mfa'] })
})

test.each([
  ['by a Japanese keyboard', fullWidth],
  ['by a Japanese keyboard with its own hyphen', (code: string) => code.replaceAll('-', 'ー')],
  ['from a text with long hyphens', (code: string) => code.replaceAll('-', '–')],
])('a recovery code is taken as it was typed %s', async (_, type) => {
  const { browser, codes } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: type(codes[0] ?? '') })
  expect(await browser.session()).toMatchObject({ amr: ['fed', 'otp', 'mfa'] })
})

test('an app is set up with a code in digits of another keyboard', async () => {
  const { browser, code } = await house()
  await browser.signIn('plain', { as: 'ada' })
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: fullWidth(await code(secret)) }
  expect((await browser.submit(`${base}/second-factor-setup`, form)).status).toBe(200)
})
