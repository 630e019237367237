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
