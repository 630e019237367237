import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page as Tab } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAuthenticator, haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../methods/place.ts'
import { program } from './programs.ts'
import { application, pagesOf, personAt } from './visits.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const zbarimg = program('ZBar')
const oathtool = program('oathtool')

describe.runIf(haveChromium('the second factor in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: Place
  let context: BrowserContext

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    place = await serve(application())
  })
  afterEach(async () => {
    await context.close()
    await place.close()
  })

  async function open(options: BrowserContextOptions = {}): Promise<Tab> {
    context = await browser.newContext({ baseURL: place.origin, ...options })
    return context.newPage()
  }

  const amrOf = async (tab: Tab) =>
    (await (await tab.request.get('/api/auth/session')).json())?.amr ?? null

  test.runIf(zbarimg && oathtool)(
    'is set up with a camera and another program’s codes, without JavaScript, and signs in',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-qr-'))
      const tab = await open({ javaScriptEnabled: false, colorScheme: 'dark' })
      const { signIn, enter, press, signOut } = personAt(tab)
      await signIn('Ada')
      await tab.goto('/api/auth/account')
      await tab.getByRole('button', { name: 'Set up an authenticator app' }).click()
      const path = join(folder, 'page.png')
      await tab.screenshot({ path, fullPage: true })
      const read = execFileSync(zbarimg, ['--nodbus', '--quiet', '--raw', path]).toString().trim()
      rmSync(folder, { recursive: true })
      expect(read).toMatch(/^otpauth:\/\/totp\/Acme:Ada\?secret=[A-Z2-7]{32}&issuer=Acme$/)
      const secret = new URL(read).searchParams.get('secret') ?? ''
      const code = (seconds = 0) => {
        const now = `--now=@${Math.floor(Date.now() / 1000) + seconds}`
        return execFileSync(oathtool, ['--totp', '--base32', now, secret]).toString().trim()
      }
      await enter(code())
      expect(await tab.locator('.codes code').count()).toBe(10)
      await press('proven')
      expect(await amrOf(tab)).toContain('mfa')
      await signOut()
      await signIn('Ada')
      expect([new URL(tab.url()).pathname, await amrOf(tab)]).toEqual([
        '/api/auth/second-factor',
        null,
      ])
      await enter(code(30))
      await tab.waitForURL(`${place.origin}/home`)
      expect(await amrOf(tab)).toEqual(['pwd', 'otp', 'mfa'])
    },
  )

  test('copies and prints recovery codes by buttons', async () => {
    const tab = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const ada = personAt(tab)
    await ada.signIn('Ada')
    await ada.beginSetup()
    await ada.enter(await ada.phone.code())
    await tab.getByRole('button', { name: 'Copy' }).click()
    await tab.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await tab.evaluate(() => navigator.clipboard.readText())
    expect(copied.trim().split('\n')).toEqual(await tab.locator('.codes code').allTextContents())
    await tab.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }))
    await tab.getByRole('button', { name: 'Print' }).click()
    expect(await tab.title()).toBe('printed')
  })

  test.each([
    ['light', 1000, 'en'],
    ['dark', 320, 'en'],
    ['light', 320, 'ar'],
    ['dark', 1000, 'de'],
  ] as const)(
    'shows pages that axe finds nothing to improve on: %s, %i pixels, %s',
    async (colorScheme, width, locale) => {
      const tab = await open({ colorScheme, locale, viewport: { width, height: 700 } })
      const seen: string[] = []
      for await (const name of pagesOf(tab, 'Ada')) {
        seen.push(name)
        await tab.evaluate(() => {
          for (const folded of document.querySelectorAll('details')) folded.open = true
        })
        const { scrollWidth, lang } = await tab.evaluate(() => {
          const { scrollWidth, lang } = document.documentElement
          return { scrollWidth, lang }
        })
        expect([name, scrollWidth, lang]).toEqual([name, width, locale])
        // Names beside two buttons have room for a word.
        const widths = await tab
          .locator('.row .fill')
          .evaluateAll((names) => names.map(({ clientWidth }) => clientWidth))
        expect([name, widths.filter((each) => each < 100)]).toEqual([name, []])
        await tab.evaluate(axe)
        const found = await tab.evaluate<[string, string][]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        expect([name, found]).toEqual([name, []])
      }
      expect(seen).toHaveLength(10)
    },
  )

  /** Ada has an app and a passkey, which asks her for no more than a touch from now on if `verifies` is false; she is signed out. */
  async function withPasskey(verifies: boolean) {
    const tab = await open()
    const devtools = await context.newCDPSession(tab)
    await devtools.send('WebAuthn.enable', { enableUI: false })
    const authenticatorId = await addAuthenticator(devtools)
    const ada = personAt(tab)
    await ada.signIn('Ada')
    await tab.goto('/api/auth/account')
    await tab.getByRole('button', { name: 'Add a passkey' }).click()
    await tab.locator('summary', { hasText: 'Remove' }).first().waitFor()
    await ada.beginSetup()
    await ada.enter(await ada.phone.code())
    await ada.press('proven')
    await ada.signOut()
    const isBadUV = !verifies
    await devtools.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBadUV })
    const touch = (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    return { tab, ada, touch }
  }

  test('asks nothing more of a passkey that verified its user', async () => {
    const { tab } = await withPasskey(true)
    // The autofill of the sign-in page takes the passkey by itself.
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    await tab.waitForURL(`${place.origin}/home`)
    expect(await amrOf(tab)).toContain('mfa')
  })

  test('asks for a code after a passkey that did not verify its user', async () => {
    const { tab, ada } = await withPasskey(false)
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    await tab.waitForURL(/\/second-factor/)
    expect(await amrOf(tab)).toBeNull()
    expect(await tab.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
    await ada.enter(await ada.phone.code())
    await tab.waitForURL(`${place.origin}/home`)
    expect(await amrOf(tab)).toEqual(expect.arrayContaining(['otp', 'mfa']))
  })

  test.each([true, false])(
    'takes a passkey as the second step after another way in (user verified: %s)',
    async (verifies) => {
      const { tab, ada, touch } = await withPasskey(verifies)
      await touch(false)
      await ada.signIn('Ada')
      await tab.waitForURL(/\/second-factor/)
      await touch(true)
      await tab.getByRole('button', { name: 'Use a passkey' }).click()
      await tab.waitForURL(`${place.origin}/home`)
      expect(await amrOf(tab)).toEqual(expect.arrayContaining(['pwd', 'mfa']))
    },
  )
})
