import { describe, expect, test } from 'vitest'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { SecondFactorOptions } from '../../src/types/second-factor.ts'
import { base, plain } from '../attacks/stage.ts'
import { addPasskey, signIn } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { origin } from '../setup.ts'
import { enrol, house, openSetup, withAda } from './house.ts'

const textOf = async (response: Promise<Response>) => (await response).text()

describe('the page of the step', () => {
  test.each<[SecondFactorOptions['trust'], string | undefined]>([
    ['30d', '30 days'],
    ['2d', '2 days'],
    ['47h', '47 hours'],
    ['12h', '12 hours'],
    ['90m', '90 minutes'],
    [60, '1 minute'],
    [false, undefined],
  ])('says how long a browser is trusted: %s', async (trust, duration) => {
    const { browser } = await withAda({ trust: trust ?? false })
    await browser.signIn('plain', { as: 'ada' })
    const page = await textOf(browser.visit(`${base}/second-factor`))
    expect(/Don’t ask again in this browser for ([^<]+)</.exec(page)?.[1]).toBe(duration)
  })

  test('has a form for codes of the app, and a folded one for recovery codes', async () => {
    const { browser, codes } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    const page = await textOf(browser.visit(`${base}/second-factor`))
    const [first, folded = ''] = page.split('<details>')
    expect(first).toMatch(/<input[^>]* name="code"[^>]* inputmode="numeric"/)
    expect(folded).toMatch(/Recovery code.*<input[^>]* name="code"[^>]* maxlength="60"/s)
    await browser.submit(`${base}/second-factor`, { code: codes[0] ?? '' })
    expect(await browser.session()).not.toBeNull()
  })
})

describe('the page of the step, with a problem or a passkey', () => {
  test('says that there were too many tries, and for how long', async () => {
    const { browser } = await withAda({}, { limits: { secondFactor: { perAccount: 1 } } })
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: '000000' })
    const refused = await browser.submit(`${base}/second-factor`, { code: '000000' })
    const page = await browser.visit(refused.headers.get('location') ?? '')
    expect(await page.text()).toContain('Too many')
    expect(page.headers.get('retry-after')).toBe('900')
  })

  test('may run the script of passkeys where one is offered, and none elsewhere', async () => {
    const at = await house({}, { providers: [plain, Passkey] })
    const { browser, world } = at
    const policy = async () => {
      await browser.signOut()
      world.clock.advance('1m')
      await browser.signIn('plain', { as: 'ada' })
      const page = await browser.visit(`${base}/second-factor`)
      return page.headers.get('content-security-policy')
    }
    await browser.signIn('plain', { as: 'ada' })
    const { secret } = await enrol(at, browser)
    expect(await policy()).not.toContain('script-src')
    await browser.submit(`${base}/second-factor`, { code: await at.code(secret) })
    expect((await addPasskey(browser, softKey(origin))).status).toBe(200)
    expect(await policy()).toContain("script-src 'self'")
  })
})

describe('the page of the setup', () => {
  test('takes a code that was typed as the app shows it, with a space', async () => {
    const { browser, code } = await house()
    await browser.signIn('plain', { as: 'ada' })
    const { secret, setup } = await openSetup(browser)
    const typed = (await code(secret)).replace(/^.../, '$& ')
    const answer = await browser.submit(`${base}/second-factor-setup`, { setup, code: typed })
    expect([typed.length, answer.status]).toEqual([7, 200])
  })

  test('lets the keyboard of a phone offer the code, and asks for one', async () => {
    const { browser } = await house()
    await browser.signIn('plain', { as: 'ada' })
    const page = await textOf(browser.visit(`${base}/second-factor-setup`))
    const [input = ''] = /<input[^>]* name="code"[^>]*>/.exec(page) ?? []
    expect(input).toContain('autocomplete="one-time-code"')
    expect(input).toContain(' required')
  })

  test('is not there where apps are turned off', async () => {
    const { browser } = await house({ totp: false })
    await browser.signIn('plain', { as: 'ada' })
    expect((await browser.visit(`${base}/second-factor-setup`)).status).toBe(404)
  })

  test.each([
    [-5, 'Your phone’s clock is off by 5 minutes.'],
    [1, 'Your phone’s clock is off by 1 minute.'],
    [60, 'Each code works once, for about 30 seconds.'],
  ])('says what is wrong with a clock that is %i minutes off', async (minutes, sentence) => {
    const { browser, code } = await house()
    await browser.signIn('plain', { as: 'ada' })
    const { secret, setup } = await openSetup(browser)
    const typed = { setup, code: await code(secret, minutes) }
    const refused = await browser.submit(`${base}/second-factor-setup`, typed)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('leads back for whoever changes their mind', async () => {
    const { browser } = await house()
    await browser.signIn('plain', { as: 'ada' })
    const page = await textOf(browser.visit(`${base}/second-factor-setup?callbackUrl=/settings`))
    expect(page).toContain(`<a href="${origin}/settings">Back</a>`)
  })

  test('leads to another way in for whoever must set it up', async () => {
    const { browser } = await house({ required: () => true })
    await browser.signIn('plain', { as: 'ada' })
    const page = await textOf(browser.visit(`${base}/second-factor-setup`))
    expect(page).toMatch(/<a href="[^"]*\/signin[^"]*">Sign in another way<\/a>/)
  })

  test.each([
    [{ issuer: 'Acme Pay' }, { name: 'Acme' }, 'Acme Pay'],
    [{}, { name: 'Acme' }, 'Acme'],
    [{}, {}, 'app.test'],
  ])('names the application to apps: %j, %j', async (options, theme, issuer) => {
    const { browser, auth } = await house(options, { theme })
    await browser.signIn('plain', { as: 'ada' })
    const page = await textOf(browser.visit(`${base}/second-factor-setup`))
    const { url } = await auth.factors.setUpTotp(browser)
    expect(new URL(url).searchParams.get('issuer')).toBe(issuer)
    expect(page).toContain(`issuer=${encodeURIComponent(issuer)}`)
  })
})

describe('the account page', () => {
  /** Ada has a passkey, and no factor. */
  async function withKey(options: SecondFactorOptions = {}) {
    const at = await house(options, { providers: [plain, Passkey] })
    await at.browser.signIn('plain', { as: 'ada' })
    const key = softKey(origin)
    expect((await addPasskey(at.browser, key)).status).toBe(200)
    /** Turns the passkey step on, and comes in again with the passkey. */
    const askForPasskey = async () => {
      await at.browser.submit(`${base}/account`, { action: 'requirePasskey' })
      await at.browser.signOut()
      expect((await signIn(at.browser, key)).status).toBe(200)
    }
    const account = () => textOf(at.browser.visit(`${base}/account`))
    const overview = async () => {
      const headers = { accept: 'application/json' }
      return (await (await at.browser.visit(`${base}/account`, headers)).json()).secondFactor
    }
    return { ...at, account, overview, askForPasskey }
  }

  test('offers to ask for a passkey, asks for it from then on, and stops', async () => {
    const { browser, account, overview, askForPasskey } = await withKey()
    expect(await account()).toContain('Not asked for when you sign in another way')
    expect(await account()).toContain('value="requirePasskey"')
    await askForPasskey()
    expect(await overview()).toMatchObject({ factors: [{ factor: 'passkey' }], recoveryCodes: 0 })
    expect(await account()).not.toContain('value="requirePasskey"')
    await browser.submit(`${base}/account`, { action: 'removeFactor', factor: 'passkey' })
    expect(await overview()).toEqual({ factors: [], recoveryCodes: 0, trustedBrowsers: [] })
  })

  test('keeps the passkey step when the app is removed', async () => {
    const at = await withKey()
    await at.askForPasskey()
    await enrol(at, at.browser)
    await at.browser.submit(`${base}/account`, { action: 'removeFactor', factor: 'totp' })
    expect(await at.overview()).toMatchObject({ factors: [{ factor: 'passkey' }] })
  })

  test('speaks of recovery codes to whoever has a factor, and of trust until its end', async () => {
    const at = await withKey()
    expect(await at.account()).not.toContain('Recovery codes')
    const { secret } = await enrol(at, at.browser)
    expect(await at.account()).toContain('Recovery codes')
    await at.browser.signOut()
    at.world.clock.advance('1m')
    await at.browser.signIn('plain', { as: 'ada' })
    const form = { code: await at.code(secret), trust: 'yes' }
    await at.browser.submit(`${base}/second-factor`, form)
    expect(await at.account()).toMatch(/Not asked until <time datetime="2026-07-01T/)
  })

  test('does not offer what is turned off', async () => {
    const { account } = await withKey({ passkey: false })
    expect(await account()).not.toContain('requirePasskey')
    const apps = await withKey({ totp: false })
    expect(await apps.account()).not.toContain('Set up an authenticator app')
    expect(await apps.account()).toContain('value="requirePasskey"')
  })

  test('tells programs what somebody has', async () => {
    const at = await withKey()
    await enrol(at, at.browser)
    expect(await at.overview()).toEqual({
      factors: [{ factor: 'totp', addedAt: expect.any(String) }],
      recoveryCodes: 10,
      trustedBrowsers: [],
    })
  })
})

describe('recovery codes', () => {
  test.each([-1, 1.5, 101, Number.NaN])('are not %d', (recoveryCodes) => {
    expect(() => SecondFactor({ recoveryCodes })).toThrow('cannot use recoveryCodes')
  })

  test('are not made where they are turned off', async () => {
    const at = await house({ recoveryCodes: false })
    await at.browser.signIn('plain', { as: 'ada' })
    expect((await enrol(at, at.browser)).codes).toEqual([])
    expect(await at.auth.factors.list(at.browser)).toMatchObject({ recoveryCodes: 0 })
    await expect(at.auth.factors.renewRecoveryCodes(at.browser)).rejects.toMatchObject({
      code: 'InvalidRequest',
    })
  })

  test('are for whoever has a factor', async () => {
    const { auth, browser } = await house()
    await browser.signIn('plain', { as: 'ada' })
    await expect(auth.factors.renewRecoveryCodes(browser)).rejects.toMatchObject({
      code: 'InvalidRequest',
    })
    expect(await auth.factors.list(browser)).toMatchObject({ recoveryCodes: 0 })
  })

  test('are renewed by a form, and a visit only asks', async () => {
    const { auth, browser, userId, codes, code, secret } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await textOf(browser.visit(`${base}/recovery-codes`))).not.toContain('<code>')
    const page = await textOf(browser.submit(`${base}/recovery-codes`))
    const renewed = [...page.matchAll(/<code>([^<]+)</g)].map(([, each]) => each)
    expect(renewed).toHaveLength(10)
    expect(renewed).not.toContain(codes[0])
    const told = (await auth.users.audit({ userId })).map(({ event, detail }) => [event, detail])
    expect(told).toContainEqual(['renewRecoveryCodes', { count: 10 }])
  })
})

test('the application and the audit log are told that a recovery code was used', async () => {
  const told: unknown[] = []
  const events: object = {
    useRecoveryCode: (happened: object) => void told.push(happened),
  }
  const { auth, browser, userId, codes } = await withAda({}, { events })
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: codes[3] ?? '' })
  expect(told).toEqual([expect.objectContaining({ userId, detail: { left: 9 } })])
  const lines = (await auth.users.audit({ userId })).map(({ event, detail }) => [event, detail])
  expect(lines).toContainEqual(['useRecoveryCode', { left: 9 }])
})

test('a browser that names itself in no way we know is trusted without a name', async () => {
  const { auth, browser, code, secret, userId } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
  expect((await auth.factors.list({ userId })).trustedBrowsers).toMatchObject([
    { browser: '', system: '' },
  ])
})

test('a browser is asked again after all sessions were ended', async () => {
  const { auth, browser, code, secret, userId } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
  await auth.sessions.endAll({ userId })
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).toBeNull()
})

test('somebody who has nothing to prove more by is told, and can come in another way', async () => {
  const lenient = Passkey({ userVerification: 'preferred' })
  const { auth, browser } = await house({ recoveryCodes: false }, { providers: [plain, lenient] })
  await browser.signIn('plain', { as: 'ada' })
  const key = softKey(origin)
  await addPasskey(browser, key)
  await auth.factors.requirePasskey(browser)
  await browser.signOut()
  await signIn(browser, key, { userVerified: false })
  const page = await browser.visit(`${base}/second-factor`)
  const text = await page.text()
  expect([page.status, text]).toEqual([
    403,
    expect.stringContaining('This sign-in can’t be confirmed here'),
  ])
  expect(text).toMatch(/<a[^>]* href="[^"]*\/signin[^"]*"[^>]*>Sign in another way<\/a>/)
  const asked = await browser.visit(`${base}/second-factor`, { accept: 'application/json' })
  expect(await asked.json()).toMatchObject({ factors: [] })
})
