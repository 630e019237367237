import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '../../src/pages/layout.ts'
import { haveChromium, launch } from '../browser.ts'
import { gallery } from './gallery.ts'
import { show } from './show.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.runIf(haveChromium('the pages in a browser'))('in Chromium', () => {
  let browser: Browser
  let tab: Tab
  beforeAll(async () => {
    browser = await launch()
    tab = await browser.newPage()
  })
  afterAll(() => browser.close())

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    beforeAll(() => tab.emulateMedia({ colorScheme }))

    test.each(Object.entries(gallery))('axe finds nothing to improve on %s', async (_, page) => {
      await show(tab, page)
      // What is folded away must be good too.
      await tab.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true
      })
      await tab.evaluate(axe)
      const found = await tab.evaluate<[string, string][]>(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      )
      expect(found).toEqual([])
    })
  })

  test('every page fits the width of the narrowest phone', async () => {
    await tab.setViewportSize({ width: 320, height: 640 })
    for (const [name, page] of Object.entries(gallery)) {
      await show(tab, page)
      const width = await tab.evaluate(() => document.documentElement.scrollWidth)
      expect({ name, width }).toEqual({ name, width: 320 })
    }
  })

  test('the button that shows all platforms again is as wide as the search above it', async () => {
    await tab.setViewportSize({ width: 320, height: 640 })
    await show(tab, gallery['signin-none-found'] as Page)
    const widths = await tab
      .locator('.find, .find:last-of-type button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(widths).toEqual([280, 280, 280])
  })

  test.each([412, 430, 479])(
    'on a phone of %i pixels the page stands in the middle',
    async (width) => {
      await tab.setViewportSize({ width, height: 900 })
      await show(tab, page('signin-four'))
      const { left, right } = await tab.evaluate(() => {
        const { left, right } =
          document.querySelector('main')?.getBoundingClientRect() ?? new DOMRect()
        return { left, right: innerWidth - right }
      })
      expect(left).toBe(right)
    },
  )

  test.each(['signin-four', 'signin-last-used', 'signin-eight'])(
    '%s fits 1280 × 800 without scrolling',
    async (name) => {
      await tab.setViewportSize({ width: 1280, height: 800 })
      await show(tab, page(name))
      const height = await tab.evaluate(() => document.documentElement.scrollHeight)
      expect(height).toBe(800)
    },
  )

  test('after a wrong password the focus is in its field', async () => {
    await show(tab, page('signin-wrong-password'))
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
  })

  test('the keyboard reaches every button, and shows where it is', async () => {
    await show(tab, page('signin-seven'))
    for (let press = 0; press < 7; press++) {
      await tab.keyboard.press('Tab')
      const focused = await tab.evaluate(() => {
        const element = document.activeElement
        return element && [element.tagName, getComputedStyle(element).outlineStyle]
      })
      expect(focused).toEqual(['BUTTON', 'solid'])
    }
  })

  test('a button POSTs to its own address, with what the page carries', async () => {
    await show(tab, page('signin-seven'))
    const posted = tab.waitForRequest((request) => request.method() === 'POST')
    await tab.getByRole('button', { name: 'Continue with GitHub' }).click()
    const request = await posted
    expect(new URL(request.url()).pathname).toBe('/api/auth/signin/github')
    expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
      csrfToken: 'csrf',
      callbackUrl: 'https://app.test/home',
    })
    expect((await request.allHeaders()).origin).toBe('https://app.test')
  })

  test('a code may be typed with a space, but not with a digit missing', async () => {
    await show(tab, page('verify-request'))
    const field = tab.getByLabel('Six-digit code')
    const valid = () => field.evaluate((input: HTMLInputElement) => input.checkValidity())
    await field.fill('123 456')
    expect(await valid()).toBe(true)
    await field.fill('12345')
    expect(await valid()).toBe(false)
  })

  test('an account is deleted only after a yes', async () => {
    await show(tab, page('account'))
    await tab.getByText('Delete my account').first().click()
    const form = tab.locator('form', { hasText: 'I understand' })
    const valid = () => form.evaluate((element: HTMLFormElement) => element.checkValidity())
    expect(await valid()).toBe(false)
    await tab.getByLabel('I understand').check()
    expect(await valid()).toBe(true)
  })

  test('a module of this origin runs on a page with a passkey, and on no other', async () => {
    const ran = () => tab.evaluate(() => document.documentElement.dataset.ran)
    await show(tab, page('signin-seven'))
    expect(await ran()).toBeUndefined()
    await show(tab, page('signin-everything'))
    expect(await ran()).toBe('yes')
  })
})

function page(name: string): Page {
  const found = gallery[name]
  if (!found) throw new Error(`No page called ${name} in the gallery`)
  return found
}
