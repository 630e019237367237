import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import { text as english } from '../../src/second-factor/text.ts'
import { base, plain } from '../attacks/stage.ts'
import { addPasskey, signIn, signUp } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { origin } from '../setup.ts'
import { destination, enrol, house } from './house.ts'

const lenient = Passkey({ userVerification: 'preferred' })

/** Ada has a passkey beside her platform, and wants to be asked for it. */
async function asking(config: Partial<AuthConfig> = {}) {
  const at = await house({}, { providers: [plain, lenient], ...config })
  const { browser, auth } = at
  await browser.signIn('plain', { as: 'ada' })
  const key = softKey(origin)
  expect((await addPasskey(browser, key)).status).toBe(200)
  const userId = (await browser.session())?.user.id ?? ''
  expect(await auth.factors.requirePasskey({ userId })).toHaveLength(10)
  await browser.signOut()
  at.world.clock.advance('1m')
  return { ...at, key, userId }
}

describe.each(['database', 'cookie'] as const)('a passkey (%s sessions)', (strategy) => {
  const session = { strategy }

  test('needs no second step if it verified its user', async () => {
    const { browser, key } = await asking({ session })
    expect(await signIn(browser, key)).toMatchObject({ status: 200, body: { url: `${origin}/` } })
    expect((await browser.session())?.amr).toContain('mfa')
  })

  test('is asked for another factor, and not for itself, if it did not verify its user', async () => {
    const { browser, key, auth, userId } = await asking({ session })
    const first = await signIn(browser, key, { userVerified: false })
    expect(first.body.url).toBe(`${base}/second-factor?signInStep=second-factor`)
    expect(await browser.session()).toBeNull()
    const page = await (await browser.visit(`${base}/second-factor`)).text()
    expect(page).not.toContain('data-passkey')
    const again = await signIn(browser, key, { userVerified: false })
    expect(again.body.url).toBe(`${base}/second-factor?signInStep=second-factor`)
    expect(await browser.session()).toBeNull()
    const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
    await browser.submit(`${base}/second-factor`, { code })
    expect((await browser.session())?.amr).toEqual(expect.arrayContaining(['otp', 'mfa']))
  })

  test.each([true, false])(
    'is the second step after a platform, whose tokens are kept: user verified %s',
    async (userVerified) => {
      const { browser, key, storage, userId, world } = await asking({ session })
      const [before] = await storage.listAccounts(userId)
      world.clock.advance('1m')
      const first = await browser.signIn('plain', { as: 'ada', callbackUrl: '/home' })
      expect(destination(first)).toBe('/api/auth/second-factor')
      const page = await (await browser.visit(`${base}/second-factor`)).text()
      expect(page).toContain('data-passkey="authenticate"')
      const second = await signIn(browser, key, { userVerified })
      expect(second).toMatchObject({ status: 200, body: { url: `${origin}/home` } })
      const words = (await browser.session())?.amr
      expect(words).toEqual(expect.arrayContaining(['fed', 'mfa']))
      const [after] = await storage.listAccounts(userId)
      expect(after?.access_token).not.toBe(before?.access_token)
    },
  )

  test('of somebody else is no second step', async () => {
    const { browser, open } = await asking({ session })
    const eve = open()
    const key = await signUp(eve, 'Eve')
    await browser.signIn('plain', { as: 'ada' })
    await signIn(browser, key)
    // It is a sign-in of its own, as Eve.
    expect((await browser.session())?.user.name).toBe('Eve')
    expect((await browser.session())?.amr).not.toContain('fed')
  })
})

test('a new passkey is no proof of somebody who has to show one', async () => {
  const { browser, userId } = await asking()
  await browser.signIn('plain', { as: 'ada' })
  // Nobody is signed in, so that registering makes somebody new.
  await signUp(browser, 'Eve')
  expect((await browser.session())?.user.id).not.toBe(userId)
})

test('a passkey raises a session that came by another way', async () => {
  const { browser, auth, key, userId } = await asking()
  const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code, trust: 'yes' })
  await browser.signOut()
  await browser.signIn('plain', { as: 'ada' })
  await expect(auth.requireSession(browser, { level: 2 })).rejects.toMatchObject({ status: 403 })
  const page = await (await browser.visit(`${base}/step-up`)).text()
  expect(page).toContain('data-passkey="authenticate"')
  expect(await signIn(browser, key)).toMatchObject({ status: 200 })
  const raised = await auth.requireSession(browser, { level: 2, maxAge: 60 })
  expect(raised.user.id).toBe(userId)
})

test('both an app and a passkey are offered to whoever has both', async () => {
  const at = await asking()
  const { browser, key, auth, userId } = at
  await signIn(browser, key)
  await enrol(at, browser)
  expect((await auth.factors.list({ userId })).factors.map(({ factor }) => factor)).toEqual([
    'totp',
    'passkey',
  ])
  await browser.signOut()
  await browser.signIn('plain', { as: 'ada' })
  const asked = await browser.visit(`${base}/second-factor`, { accept: 'application/json' })
  expect(await asked.json()).toEqual({
    factors: ['totp', 'passkey', 'recoveryCode'],
    trust: 30 * 86_400,
  })
})

test('removing the last passkey ends what it was asked for', async () => {
  const { browser, auth, userId, storage } = await asking()
  const [passkey] = await storage.listAuthenticatorsByUserId(userId)
  await auth.passkeys.remove({ userId }, passkey?.credentialID ?? '')
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
})

test('a passkey that verifies its user is the step after the same passkey without that', async () => {
  const { browser, key } = await asking()
  await signIn(browser, key, { userVerified: false })
  expect(await browser.session()).toBeNull()
  expect(await signIn(browser, key)).toMatchObject({ status: 200 })
  expect((await browser.session())?.amr).toContain('mfa')
})

test('asking for passkeys twice is asking once', async () => {
  const { auth, userId } = await asking()
  await auth.factors.requirePasskey({ userId })
  const { factors } = await auth.factors.list({ userId })
  expect(factors.map(({ factor }) => factor)).toEqual(['passkey'])
})

test('somebody who has passkeys and no app is asked for a passkey, in these words', async () => {
  const { browser } = await asking()
  await browser.signIn('plain', { as: 'ada' })
  const page = await (await browser.visit(`${base}/second-factor`)).text()
  expect(page).toContain(english.passkeyText)
  expect(page).not.toContain(english.recoveryText)
})

test('a program of somebody without a factor hears where one is set up', async () => {
  const { browser } = await house()
  await browser.signIn('plain', { as: 'ada' })
  const asked = await browser.visit(`${base}/step-up`, { accept: 'application/json' })
  expect(asked.status).toBe(403)
  expect(await asked.json()).toMatchObject({
    factors: [],
    setUpUrl: expect.stringContaining(`${base}/second-factor-setup`),
  })
})
