import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { createFactors } from '../../src/client/second-factor.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { testAuth } from '../../src/testing.ts'
import type { SecondFactorOptions } from '../../src/types/second-factor.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page of an application, whose visitor is Ada. */
async function pageOf(options: SecondFactorOptions = {}) {
  const at = await testAuth({ providers: [TikTok], parts: [SecondFactor(options)] })
  const origin = 'https://app.test'
  vi.stubGlobal('location', { href: `${origin}/page`, origin })
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ ...Object(init.headers), origin })
    return at.browser.send(new Request(new URL(path, origin), { ...init, headers }))
  })
  return { ...at, factors: createFactors(), client: createClient() }
}

/** Ada has set up an app on the page. */
async function withApp(options: SecondFactorOptions = {}) {
  const at = await pageOf(options)
  await at.browser.signIn('tiktok', { as: 'ada' })
  const { url, secret, svg, setup } = await at.factors.setUp()
  expect([url, svg]).toEqual([expect.stringContaining(secret), expect.stringMatching(/^<svg/)])
  at.phone.scan(url)
  const added = await at.factors.confirm({ setup, code: await at.phone.code() })
  return { ...at, added }
}

describe('a page of one’s own', () => {
  test('sets up an app, and gets recovery codes and where to go on', async () => {
    const { factors, added, browser } = await withApp()
    expect(added).toEqual({
      recoveryCodes: expect.objectContaining({ length: 10 }),
      url: 'https://app.test/api/auth/account',
    })
    expect((await browser.session())?.amr).toContain('mfa')
    expect(await factors.list()).toEqual({
      factors: [{ factor: 'totp', addedAt: expect.stringMatching(/^20\d\d-/) }],
      recoveryCodes: 10,
      trustedBrowsers: [],
    })
  })

  test('answers the step of a sign-in, and is trusted', async () => {
    const { factors, browser, phone, client } = await withApp({ trust: '12h' })
    await browser.signOut()
    await browser.signIn('tiktok', { as: 'ada', callbackUrl: '/home' })
    expect(await factors.asked()).toEqual({ factors: ['totp', 'recoveryCode'], trust: 43_200 })
    await expect(factors.answer({ code: '000000' })).rejects.toMatchObject({
      code: 'Verification',
      status: 400,
    })
    expect(await browser.session()).toBeNull()
    const { url } = await factors.answer({ code: await phone.code(), trust: true })
    expect(url).toBe('https://app.test/home')
    expect((await client.refresh()).session?.user.name).toBe('Ada')
    const [browserOfAda] = (await factors.list()).trustedBrowsers
    await factors.forgetBrowser(browserOfAda?.id ?? '')
    expect((await factors.list()).trustedBrowsers).toEqual([])
  })

  test('sets up an app in a sign-in that requires it', async () => {
    const { factors, browser, phone } = await pageOf({ required: () => true })
    await browser.signIn('tiktok', { as: 'ada', callbackUrl: '/home' })
    const { url, setup } = await factors.setUp()
    phone.scan(url)
    const added = await factors.confirm({ setup, code: await phone.code() })
    expect(added.url).toBe('https://app.test/home')
    expect(await browser.session()).not.toBeNull()
  })

  test('goes on at once where there are no recovery codes to show', async () => {
    const { added, browser } = await withApp({ recoveryCodes: false })
    expect(added).toEqual({ recoveryCodes: [], url: 'https://app.test/api/auth/account' })
    expect((await browser.session())?.amr).toContain('mfa')
  })

  test('proves more in a session, and goes back to where that was asked', async () => {
    const { auth, factors, browser, phone, clock } = await withApp()
    clock.advance('2h')
    const isProven = () =>
      auth.requireSession(browser, { level: 2, maxAge: 60 }).then(
        () => true,
        () => false,
      )
    expect(await isProven()).toBe(false)
    const { url } = await factors.stepUp({ code: await phone.code() })
    expect([url, await isProven()]).toEqual(['https://app.test/page', true])
  })

  test('renews recovery codes, and removes the app', async () => {
    const { factors, added } = await withApp()
    const codes = await factors.renewRecoveryCodes()
    expect(codes).toHaveLength(10)
    expect(codes).not.toEqual(added.recoveryCodes)
    await factors.remove('totp')
    expect(await factors.list()).toEqual({ factors: [], recoveryCodes: 0, trustedBrowsers: [] })
  })

  test('asks other routes where it is told to', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return Response.json({ factors: [], trust: 0 })
    })
    await createFactors({ url: 'https://id.example.com/', basePath: '/auth' }).asked()
    expect(asked).toEqual(['https://id.example.com/auth/second-factor'])
  })
})
