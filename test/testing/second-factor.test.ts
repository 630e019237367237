import { describe, expect, test } from 'vitest'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { authenticatorApp, testAuth } from '../../src/testing.ts'

/** Ada has set up her app, and signs in again. */
async function ada(options: Parameters<typeof SecondFactor>[0] = {}) {
  const at = await testAuth({ providers: [TikTok], parts: [SecondFactor(options)] })
  await at.browser.signIn('tiktok', { as: 'ada' })
  const codes = await at.browser.setUpFactor()
  await at.browser.signOut()
  await at.browser.signIn('tiktok', { as: 'ada', callbackUrl: '/home' })
  expect(await at.browser.session()).toBeNull()
  return { ...at, codes }
}

describe('a browser of tests', () => {
  test('sets up an app and answers with what it shows, in the same half minute', async () => {
    const { browser, codes } = await ada()
    expect(codes).toHaveLength(10)
    const answer = await browser.answerFactor()
    expect(answer.headers.get('location')).toBe('https://app.test/home')
    expect((await browser.session())?.amr).toEqual(['fed', 'otp', 'mfa'])
  })

  test('answers with a recovery code, or a wrong one', async () => {
    const { browser, codes } = await ada()
    const wrong = await browser.answerFactor({ code: '000000' })
    expect(wrong.headers.get('location')).toContain('error=Verification')
    expect(await browser.session()).toBeNull()
    await browser.answerFactor({ code: codes[0] ?? '' })
    expect(await browser.session()).not.toBeNull()
  })

  test('signs in by the first factor alone where it is trusted, until that ends', async () => {
    const { browser, clock } = await ada({ trust: '7d' })
    await browser.answerFactor({ trust: true })
    await browser.signOut()
    clock.advance('6d')
    await browser.signIn('tiktok', { as: 'ada' })
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    clock.advance('25h')
    await browser.signIn('tiktok', { as: 'ada' })
    expect(await browser.session()).toBeNull()
  })

  test('sets an app up in the sign-in that requires it', async () => {
    const { browser } = await testAuth({
      providers: [TikTok],
      parts: [SecondFactor({ required: () => true })],
    })
    await browser.signIn('tiktok', { as: 'ada' })
    expect(await browser.session()).toBeNull()
    expect(await browser.setUpFactor()).toHaveLength(10)
    expect((await browser.session())?.amr).toContain('mfa')
  })

  test('answers where a guard asks for more, and comes back', async () => {
    const { auth, browser, clock } = await ada()
    await browser.answerFactor()
    clock.advance('2h')
    const asked = await auth
      .requireSession(browser, { level: 2, maxAge: 600 })
      .catch(({ url }) => String(url))
    const url = new URL(String(asked))
    url.searchParams.set('callbackUrl', '/pay')
    const answer = await browser.answerFactor({ url: url.href })
    expect(answer.headers.get('location')).toBe('https://app.test/pay')
    const { user } = await auth.requireSession(browser, { level: 2, maxAge: 600 })
    expect(user.name).toBe('Ada')
  })

  test('says why an app was not set up', async () => {
    const { browser } = await testAuth({ providers: [TikTok], parts: [SecondFactor()] })
    await expect(browser.setUpFactor()).rejects.toThrow('401 SessionRequired')
  })

  test('shares its app with those that are opened later, unless they bring their own', async () => {
    const { newBrowser, phone } = await ada()
    const other = newBrowser()
    await other.signIn('tiktok', { as: 'ada' })
    expect((await other.answerFactor()).headers.get('location')).not.toContain('error')
    await expect(phone.code()).rejects.toThrow('Move the clock')
  })
})

describe('an authenticator app', () => {
  /** RFC 6238, appendix B, in six digits. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  test.each([
    secret,
    `otpauth://totp/Acme:ada?secret=${secret}&issuer=Acme`,
    'gezd gnbv gy3t qojq gezd gnbv gy3t qojq',
  ])('scans %s', async (written) => {
    const app = authenticatorApp(() => 59_000)
    app.scan(written)
    expect(await app.code()).toBe('287082')
  })

  test('shows each code once, the next one early, and a third after the clock has moved', async () => {
    let now = 1111111109_000
    const app = authenticatorApp(() => now)
    app.scan(secret)
    expect([await app.code(), await app.code()]).toEqual(['081804', '050471'])
    await expect(app.code()).rejects.toThrow('Both codes of this half minute were used')
    now += 30_000
    expect(await app.code()).toMatch(/^\d{6}$/)
  })

  test('says that it has nothing to show, or cannot read what it scanned', async () => {
    const app = authenticatorApp()
    await expect(app.code()).rejects.toThrow('browser.setUpFactor()')
    expect(() => app.scan('https://example.com/')).toThrow('no secret in base32')
    expect(() => app.scan('')).toThrow('no secret in base32')
  })
})
