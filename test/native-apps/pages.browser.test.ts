import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../methods/place.ts'
import { flawless, flawsOf, looks } from '../pages/flaws.ts'
import { apps, begin, startPath } from './house.ts'

/** The longest name that an app may have, in one word. */
const long = { id: 'long', name: 'A'.repeat(60), redirects: ['com.long.app:/signed-in'] }

describe.runIf(haveChromium('the page before an app'))('the page that asks', () => {
  let browser: Browser
  let place: Place
  beforeAll(async () => {
    browser = await launch()
    place = await serve({
      storage: memory(),
      theme: { name: 'Acme' },
      languages: [en, de, ar],
      providers: [
        Credentials({
          credentials: { name: { label: 'Name' } },
          authorize: ({ name }) => ({ id: String(name), name: String(name) }),
        }),
      ],
      parts: [NativeApps([...apps, long])],
    })
  })
  afterAll(async () => {
    await browser.close()
    await place.close()
  })

  /** A person signs in on the way to the page. */
  async function arrive(
    name: string,
    changed: Parameters<typeof begin>[0],
    options: Parameters<Browser['newContext']>[0],
  ) {
    const context = await browser.newContext({ baseURL: place.origin, ...options })
    const tab = await context.newPage()
    await tab.goto(startPath(begin(changed)))
    await tab.locator('[name=name]').fill(name)
    const arrived = tab.waitForURL(/\/native-start/)
    await tab.locator('form:has([name=name]) button').click()
    await arrived
    return { context, tab }
  }

  test.each(looks)('has nothing that axe would improve: %s, %i pixels, %s', async (...look) => {
    const [colorScheme, width, locale] = look
    const options = { colorScheme, locale, viewport: { width, height: 700 } }
    const { context, tab } = await arrive('Ada', {}, options)
    expect(await tab.getAttribute('html', 'lang')).toBe(locale)
    expect(await tab.locator('h1').textContent()).toMatch(/Acme.*Ada|Ada.*Acme/)
    expect(await flawsOf(tab)).toEqual(flawless)
    await context.close()
  })

  test('fits the narrowest phone, however long the names of app and person are', async () => {
    const changed = { client_id: long.id, redirect_uri: long.redirects[0] }
    const viewport = { width: 320, height: 700 }
    const { context, tab } = await arrive('W'.repeat(100), changed, { viewport })
    expect(await tab.locator('h1').textContent()).toContain(long.name)
    expect(await flawsOf(tab)).toEqual(flawless)
    await context.close()
  })
})
