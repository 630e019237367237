import { describe, expect, test } from 'vitest'
import { Auth, type AuthError } from '../../src/index.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { SecondFactorOptions } from '../../src/types/second-factor.ts'
import { base, plain, program } from '../attacks/stage.ts'
import { origin, secret as ownSecret, setup } from '../setup.ts'
import { destination, enrol, house, openSetup, withAda } from './house.ts'

describe('several conditions', () => {
  test('are all asked for: a recent sign-in without a second step, and the reverse, are refused', async () => {
    const { auth, browser, code, secret, world } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
    const both = { level: 2, maxAge: 600 } as const
    expect(await auth.requireSession(browser, both)).toBeTruthy()
    world.clock.advance('11m')
    expect(await auth.requireSession(browser, { level: 2 })).toBeTruthy()
    await expect(auth.requireSession(browser, both)).rejects.toMatchObject({ status: 403 })
    await browser.signOut()
    await browser.signIn('plain', { as: 'ada' })
    expect(await auth.requireSession(browser, { maxAge: 600 })).toBeTruthy()
    await expect(auth.requireSession(browser, both)).rejects.toMatchObject({ status: 403 })
  })
})

describe('recovery codes', () => {
  test('have 80 random bits each, and are kept as hashes that name nobody', async () => {
    const { storage, userId, codes } = await withAda()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const { items } = await storage.listItems({ userId }, { limit: 100 })
    const kept = JSON.stringify(items)
    for (const code of codes) {
      expect(kept).not.toContain(code)
      expect(kept).not.toContain(code.replaceAll('-', ''))
    }
    expect(items.filter(({ kind }) => kind.endsWith('/recovery-code'))).toHaveLength(10)
  })

  test('are renewed on the account page: the old ones end, the new ones are shown once', async () => {
    const { browser, code, secret, codes, open, world } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    const asked = await browser.visit(`${base}/recovery-codes`)
    expect(await asked.text()).toContain('Your old recovery codes stop working.')
    const shown = await browser.submit(`${base}/recovery-codes`)
    expect(shown.headers.get('cache-control')).toContain('no-store')
    const renewed = [...(await shown.text()).matchAll(/<code>([^<]+)<\/code>/g)].map(
      ([, one]) => one,
    )
    expect(renewed).toHaveLength(10)
    expect(renewed).not.toContain(codes[0])
    const page = await (await browser.visit(`${base}/account`)).text()
    for (const each of renewed) expect(page).not.toContain(each)
    world.clock.advance('1m')
    const other = open()
    await other.signIn('plain', { as: 'ada' })
    await other.submit(`${base}/second-factor`, { code: codes[1] ?? '' })
    expect(await other.session()).toBeNull()
    await other.submit(`${base}/second-factor`, { code: renewed[1] ?? '' })
    expect(await other.session()).not.toBeNull()
  })

  test('of one user are good for nobody else', async () => {
    const at = await withAda()
    const other = at.open()
    await other.signIn('plain', { as: 'noor' })
    await enrol(at, other)
    await other.signOut()
    await other.signIn('plain', { as: 'noor' })
    await other.submit(`${base}/second-factor`, { code: at.codes[0] ?? '' })
    expect(await other.session()).toBeNull()
  })
})

describe('a wrong clock', () => {
  test('of a phone that is minutes late is told, and one that is early is not told to guessers', async () => {
    const { browser, code, secret, world } = await withAda()
    world.clock.advance('20m')
    await browser.signIn('plain', { as: 'ada' })
    const late = await browser.submit(`${base}/second-factor`, { code: await code(secret, -5) })
    expect(destination(late)).toContain('code=behind-5')
    const page = await (await browser.visit(destination(late))).text()
    expect(page).toContain('This code was right 5 minutes ago')
    const early = await browser.submit(`${base}/second-factor`, { code: await code(secret, 5) })
    expect(destination(early)).not.toContain('code=')
    expect(await browser.session()).toBeNull()
  })

  test.each([-5, 5])('by %s minutes is told to whoever sets an app up', async (minutes) => {
    const { browser, code } = await house()
    await browser.signIn('plain', { as: 'ada' })
    const { secret, setup } = await openSetup(browser)
    const form = { setup, code: await code(secret, minutes) }
    const answer = await browser.submit(`${base}/second-factor-setup`, form)
    expect(await answer.text()).toContain('Your phone’s clock is off by 5 minutes')
  })

  test('within 30 seconds makes no difference', async () => {
    for (const minutes of [-0.5, 0.5]) {
      const { browser, code, secret } = await withAda()
      await browser.signIn('plain', { as: 'ada' })
      await browser.submit(`${base}/second-factor`, { code: await code(secret, minutes) })
      expect(await browser.session()).not.toBeNull()
    }
  })
})

describe('a factor that cannot be read', () => {
  test('is there: nobody gets in without it, and a recovery code still helps', async () => {
    const storage = memory()
    const at = await withAda({}, { storage, runtime: {} })
    const { world } = at
    const lost = await setup(
      {
        providers: [plain],
        storage,
        parts: [SecondFactor()],
        secret: 'another-secret-of-sufficient-length-0123',
      },
      world,
    )
    await lost.browser.signIn('plain', { as: 'ada' })
    expect(await lost.browser.session()).toBeNull()
    const code = await at.code(at.secret)
    await lost.browser.submit(`${base}/second-factor`, { code })
    expect(await lost.browser.session()).toBeNull()
    await lost.browser.submit(`${base}/second-factor`, { code: at.codes[0] ?? '' })
    expect(await lost.browser.session()).not.toBeNull()
    const page = await (await lost.browser.visit(`${base}/account`)).text()
    expect(page).toContain('Can’t be read. Set it up again.')
  })
})

test('an earlier claimant’s factor does not lock the owner of an address out', async () => {
  const links: string[] = []
  const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const at = await house({}, { providers: [plain, mail] })
  const { browser, storage, auth, open } = at
  await browser.signIn('plain', { as: 'eve' })
  const userId = (await browser.session())?.user.id ?? ''
  await storage.updateUser({ id: userId, email: 'owner@example.com', emailVerified: null })
  await enrol(at, browser)
  const owner = open()
  await owner.submit(`${base}/signin/email`, { email: 'owner@example.com' })
  await owner.visit(links.at(-1) ?? '')
  expect((await owner.session())?.user.id).toBe(userId)
  expect(await auth.factors.list({ userId })).toEqual({
    factors: [],
    recoveryCodes: 0,
    trustedBrowsers: [],
  })
})

describe('the account page', () => {
  test('shows what somebody has, without scripts, and what they can do', async () => {
    const at = await withAda()
    const { browser, code, secret } = at
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
    const text = await (await browser.visit(`${base}/account`)).text()
    for (const words of ['Second factor', 'Authenticator app', '10 left', 'Trusted browser'])
      expect(text).toContain(words)
    expect(text).not.toContain('<script')
    expect(text).not.toContain(secret)
    const json = await (await browser.visit(`${base}/account`, program)).json()
    expect(json.secondFactor).toMatchObject({
      factors: [{ factor: 'totp', addedAt: expect.any(String) }],
      recoveryCodes: 10,
      trustedBrowsers: [{ id: expect.any(String) }],
    })
    expect(JSON.stringify(json)).not.toContain(secret)
  })

  test('removes an app, its recovery codes and the trust with it', async () => {
    const { browser, code, secret, auth, userId, storage } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
    await browser.submit(`${base}/account`, { action: 'removeFactor', factor: 'totp' })
    expect(await auth.factors.list({ userId })).toMatchObject({ factors: [], recoveryCodes: 0 })
    expect((await storage.listItems({ userId })).items).toEqual([])
    const events = (await auth.users.audit({ userId })).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['addFactor', 'trustBrowser', 'removeFactor']))
  })
})

describe('the step', () => {
  test('belongs to the browser that began, and works once', async () => {
    const { browser, open, code, secret, world } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    const copy = browser.clone()
    const stranger = await open().submit(`${base}/second-factor`, { code: await code(secret) })
    expect(destination(stranger)).toContain('error=FlowMissing')
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await browser.session()).not.toBeNull()
    world.clock.advance('1m')
    await copy.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await copy.session()).toBeNull()
  })

  test('ends after ten minutes', async () => {
    const { browser, code, secret, world } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    world.clock.advance('10m')
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await browser.session()).toBeNull()
  })

  test('is refused to a page of another site', async () => {
    const { browser, code, secret } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    for (const path of ['second-factor', 'step-up', 'second-factor-setup', 'recovery-codes']) {
      const form = { code: await code(secret) }
      const answer = await browser.submit(`${base}/${path}`, form, { ...foreign, ...program })
      expect(answer.status, path).toBe(403)
      expect(await answer.json()).toMatchObject({ error: 'CrossSite' })
    }
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await browser.session()).not.toBeNull()
  })

  test('answers programs in JSON, and leads where the sign-in wanted to go', async () => {
    const { browser, code, secret } = await withAda()
    await browser.signIn('plain', { as: 'ada', callbackUrl: '/home' })
    const asked = await browser.visit(`${base}/second-factor`, program)
    expect(await asked.json()).toEqual({ factors: ['totp', 'recoveryCode'], trust: 2_592_000 })
    const wrong = await browser.submit(`${base}/second-factor`, { code: '000000' }, program)
    expect([wrong.status, (await wrong.json()).error]).toEqual([400, 'Verification'])
    const right = await browser.submit(
      `${base}/second-factor`,
      { code: await code(secret) },
      program,
    )
    expect(await right.json()).toEqual({ url: `${origin}/home` })
  })

  test('leads nowhere but to this application', async () => {
    const { browser, code, secret } = await withAda()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret), trust: 'yes' })
    for (const path of ['step-up', 'second-factor-setup']) {
      const page = await browser.visit(`${base}/${path}?callbackUrl=https://evil.test/`)
      expect(await page.text(), path).not.toContain('evil.test')
    }
  })
})

describe('server code', () => {
  test('removes everything of somebody who lost their phone, by their id alone', async () => {
    const { auth, browser, userId } = await withAda()
    await auth.factors.remove({ userId })
    await browser.signIn('plain', { as: 'ada' })
    expect(await browser.session()).not.toBeNull()
  })

  test('imports a secret once, and refuses a second app for the same user', async () => {
    const { auth, browser, code } = await house()
    await browser.signIn('plain', { as: 'ada' })
    const userId = (await browser.session())?.user.id ?? ''
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    await auth.factors.importTotp({ userId }, { secret })
    await expect(auth.factors.importTotp({ userId }, { secret })).rejects.toMatchObject({
      code: 'StorageConflict',
    })
    await browser.signOut()
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await browser.session()).not.toBeNull()
  })

  test('refuses a passkey step for somebody who has no passkey', async () => {
    const { auth, browser } = await house()
    await browser.signIn('plain', { as: 'ada' })
    await expect(auth.factors.requirePasskey(browser)).rejects.toMatchObject({
      code: 'InvalidRequest',
    })
  })
})

describe('the configuration', () => {
  test.each<[string, SecondFactorOptions]>([
    ['no factor at all', { totp: false, passkey: false }],
    ['a trust of no time', { trust: 'a while' }],
    ['a trust beyond what browsers keep', { trust: '500d' }],
    ['too many recovery codes', { recoveryCodes: 1000 }],
    ['required without an app', { totp: false, required: () => true }],
  ])('is refused with %s', (_, options) => {
    expect(() => SecondFactor(options)).toThrow('SecondFactor() cannot use')
  })

  test('is refused without a storage', () => {
    const problems: AuthError[] = []
    Auth({
      providers: [plain],
      parts: [SecondFactor()],
      secret: ownSecret,
      url: origin,
      logger: { error: (error) => void problems.push(error) },
    })
    expect(String(problems[0]?.message)).toContain('SecondFactor() needs a storage')
  })
})
