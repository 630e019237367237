import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ar from '../../../src/languages/ar.ts'
import de from '../../../src/languages/de.ts'
import en from '../../../src/languages/en.ts'
import { DeviceSignIn } from '../../../src/parts/device-sign-in.ts'
import Credentials from '../../../src/providers/credentials.ts'
import { memory } from '../../../src/storage/memory.ts'
import { haveChromium, launch } from '../../browser.ts'
import { type Place, serve } from '../../methods/place.ts'
import type { Codes } from './house.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where to draw the pages for people who look at them; nothing is drawn otherwise. */
const folder = process.env.SCREENSHOTS

describe.runIf(haveChromium('the page for devices in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: Place
  beforeAll(async () => {
    browser = await launch()
    place = await serve({
      storage: memory({ now: Date.now }),
      theme: { name: 'Acme' },
      languages: [en, de, ar],
      providers: [
        Credentials({
          credentials: { name: { label: 'Name' } },
          authorize: ({ name }) => ({ id: String(name), name: String(name) }),
        }),
      ],
      parts: [DeviceSignIn({ clients: { 'acme-tv': 'Acme TV' } })],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await place?.close()
  })

  const tell = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'acme-tv', ...form })
    const response = await fetch(`${place.origin}/api/auth/device/${path}`, {
      method: 'POST',
      body,
    })
    return response.json()
  }
  const poll = ({ device_code }: Codes) =>
    tell('token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code })

  /** A click returns before the next page is there. */
  async function press(tab: Tab, button: string): Promise<void> {
    const arrived = tab.waitForEvent('load')
    await tab.locator(button).first().click()
    await arrived
  }

  /** Somebody signs in on the way to the page, types the code, and presses one of the two buttons. */
  async function* answer(
    tab: Tab,
    codes: Codes,
    value: 'approve' | 'deny',
  ): AsyncGenerator<string> {
    await tab.goto(codes.verification_uri)
    await tab.locator('[name=name]').fill('ada')
    await press(tab, 'form:has([name=name]) button')
    yield 'code'
    await tab.locator('[name=user_code]').fill(codes.user_code.toLowerCase())
    await press(tab, 'form:has([name=user_code]) button')
    yield 'question'
    await press(tab, `form:has([name=answer][value=${value}]) button`)
    yield value
  }

  test.each([
    ['light', 1000, 'en'],
    ['dark', 320, 'en'],
    ['light', 320, 'ar'],
    ['dark', 1000, 'de'],
  ] as const)(
    'a person lets a television in, on pages that axe finds nothing to improve on: %s, %i pixels, %s',
    async (colorScheme, width, locale) => {
      const codes: Codes = await tell('code', {})
      expect(await poll(codes)).toMatchObject({ error: 'authorization_pending' })
      const viewport = { width, height: 700 }
      const context = await browser.newContext({ colorScheme, locale, viewport })
      const tab = await context.newPage()
      const seen: string[] = []
      for await (const name of answer(tab, codes, 'approve')) {
        seen.push(name)
        if (folder)
          await tab.screenshot({ path: `${folder}/device-${name}-${locale}-${width}.png` })
        expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await tab.evaluate(axe)
        const found = await tab.evaluate<[string, string][]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        expect([name, found]).toEqual([name, []])
      }
      expect(seen).toEqual(['code', 'question', 'approve'])
      await context.close()
    },
  )

  test('a person lets a television in, and turns another one away, without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const codes: Codes = await tell('code', {})
    for await (const _ of answer(await context.newPage(), codes, 'approve'));
    const { access_token } = await poll(codes)
    const headers = new Headers({ authorization: `Bearer ${access_token}` })
    expect((await place.auth.session(headers))?.user.name).toBe('ada')
    await context.clearCookies()
    const others: Codes = await tell('code', {})
    const tab = await context.newPage()
    for await (const name of answer(tab, others, 'deny'))
      if (name === 'question') expect(await tab.content()).toContain('Acme TV')
    expect(await poll(others)).toMatchObject({ error: 'access_denied' })
    await context.close()
  })
})
