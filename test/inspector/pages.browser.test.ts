import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Locator, Page as Tab } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { style } from '../../src/inspector/pages/style.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Place, startPlace } from './place.ts'
import { openNewest, stories, wrongRedirectAddress } from './stories.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.runIf(haveChromium('the inspector in a browser'))('in Chromium', () => {
  let browser: Browser
  let context: BrowserContext
  let tab: Tab
  let place: Place
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    context = await browser.newContext()
    tab = await context.newPage()
  })
  afterEach(async () => {
    await context.close()
    await place.close()
  })

  async function tell(story: string) {
    place = await startPlace()
    await stories[story]?.(tab, place)
    await openNewest(tab, place)
  }

  const badge = () => tab.locator('.head .badge').first().textContent()
  const check = (name: string) => tab.locator('#checked ~ .chips .badge', { hasText: `${name}: ` })
  /** The failed check in full, below all of them. */
  const failure = () => tab.locator('#checked ~ .box li')

  test('the browser blocks nothing that the pages are made of', async () => {
    const blocked: string[] = []
    tab.on('console', (message) => message.type() === 'error' && blocked.push(message.text()))
    await tell('good sign-in')
    for (const path of ['', '/mail']) {
      await tab.goto(`${place.url}/api/auth/inspect${path}`)
      await tab.locator('main').waitFor()
    }
    // The application has no icon of its own, which the browser asks for at its home page.
    expect(blocked.filter((message) => !message.includes('404'))).toEqual([])
  })

  test('moments are told in the time zone of whoever looks, and in UTC without scripts', async () => {
    for (const [javaScriptEnabled, words] of [
      [true, /^\d\d:\d\d:\d\d$/],
      [false, /^\d\d:\d\d:\d\d UTC$/],
    ] as const) {
      await context.close()
      // Five hours and a half from UTC.
      context = await browser.newContext({ timezoneId: 'Asia/Kolkata', javaScriptEnabled })
      tab = await context.newPage()
      await tell('good sign-in')
      const moment = tab.locator('time').first()
      const [shown = '', at = ''] = [
        (await moment.textContent()) ?? '',
        (await moment.getAttribute('datetime')) ?? '',
      ]
      expect(shown).toMatch(words)
      const there = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(11, 19)
      expect(shown.slice(0, 8)).toBe(javaScriptEnabled ? there : at.slice(11, 19))
      await place.close()
    }
    place = await startPlace()
  })

  test('a good sign-in is told in steps between browser, application and platform', async () => {
    await tell('good sign-in')
    expect(await badge()).toBe('Signed in')
    const steps = await tab.locator('.lanes .title').allInnerTexts()
    const plain = steps.map((step) => step.split('\n').join(' '))
    expect(plain).toEqual([
      'Starts the sign-in',
      expect.stringMatching(/^Reads the metadata 200 · \d+ ms$/),
      expect.stringMatching(/^Sends the browser to 127\.0\.0\.1:\d+\/accounts\.google\.com/),
      'Asks accounts.google.com to sign in',
      expect.stringMatching(/^Sends the browser back with code,.*state/),
      'Opens the callback address',
      expect.stringMatching(/^Exchanges the code for tokens 200 · \d+ ms$/),
      expect.stringMatching(/^Reads the signing keys 200 · \d+ ms$/),
      'Reads who this is',
      'Creates a user',
      expect.stringMatching(/^Sends the browser to localhost:\d+\/$/),
    ])
    const results = await tab.locator('#checked ~ .chips .badge').allInnerTexts()
    expect(results).toHaveLength(13)
    expect(results.filter((text) => !text.endsWith(': passed'))).toEqual([])
    expect(await textIn(tab.locator('.way'))).toContain('Ada Lovelace')
    expect(await tab.locator('#scopes ~ .chips .badge').allInnerTexts()).toEqual([
      'openid granted',
      'profile granted',
      'email granted',
    ])
    expect(await textIn(tab.locator('table tbody'))).toMatch(
      /portico\.session\s+cookie\s+\d+ bytes\s+30 days/,
    )
  })

  test('a step opens by keyboard to what was sent, what came back and what was checked', async () => {
    await tell('good sign-in')
    await tab.locator('#step-7 summary').focus()
    await tab.keyboard.press('Enter')
    const inside = tab.locator('#step-7 .inside')
    await inside.waitFor({ state: 'visible' })
    const text = await textIn(inside)
    expect(text).toContain('POST oauth2.googleapis.com/token')
    expect(text).toContain('grant_type\nauthorization_code')
    expect(text).toMatch(/code_verifier\n•••• 43 characters/)
    expect(text).toMatch(/PKCE\s+passed/)
  })

  test('a wrong redirect address is named, with what is registered and what to register', async () => {
    place = await startPlace({}, '/callback')
    await wrongRedirectAddress(tab, place)
    await openNewest(tab, place)
    expect(await badge()).toBe('Stopped at Google')
    expect(await textIn(check('Redirect address'))).toBe('Redirect address: failed')
    const said = await textIn(failure())
    expect(said).toContain(`these are: ${place.url}/callback`)
    expect(said).toContain(`received\n${place.url}/api/auth/callback/google`)
    expect(said).toContain(`Register exactly ${place.url}/api/auth/callback/google`)
    expect(await textIn(check('State'))).toBe('State: not reached')
  })

  test('a declined scope stands beside the granted ones', async () => {
    await tell('declined scope')
    expect(await badge()).toBe('Signed in')
    expect(await tab.locator('#scopes ~ .chips .badge').allInnerTexts()).toEqual([
      'user.info.basic granted',
      'user.info.stats not granted',
      'user.info.profile granted',
    ])
  })

  test('an expired flow says how old it was, and what to do', async () => {
    await tell('expired flow')
    expect(await badge()).toBe('Failed: FlowExpired')
    expect(await textIn(check('State'))).toBe('State: passed')
    expect(await textIn(check('Used once'))).toBe('Used once: not reached')
    const said = await textIn(failure())
    expect(said).toContain('expected\nat most 10 min')
    expect(said).toContain('received\n11 min')
    expect(said).toContain('Start again')
  })

  test('a sign-in is done again as somebody else, and with a fault', async () => {
    await tell('good sign-in')
    await tab.getByLabel('As another persona').selectOption('noor')
    await tab.getByRole('button', { name: 'Sign in as this persona' }).click()
    expect(await tab.getByRole('radio', { name: /Noor/ }).isChecked()).toBe(true)
    await tab.getByRole('button', { name: 'Allow' }).click()
    await openNewest(tab, place)
    expect(await textIn(tab.locator('.way'))).toContain('Noor')
    await tab.getByLabel('With this failure').selectOption('google/token/unavailable')
    await tab.getByRole('button', { name: 'Sign in with this failure' }).click()
    await tab.getByText('Try again').waitFor()
    await openNewest(tab, place)
    expect(await badge()).toBe('Failed: PlatformError')
    expect(await textIn(tab.locator('.lanes .failed .title').first())).toContain('503')
  })

  test('the list follows what happens in another tab by itself', async () => {
    place = await startPlace()
    await tab.goto(place.inspector)
    await tab.getByText('Nothing yet.').waitFor()
    const other = await context.newPage()
    await stories['good sign-in']?.(other, place)
    await expect.poll(() => tab.locator('.flows .badge').allInnerTexts()).toEqual(['Signed in'])
  })

  test('an open step stays open when something new happens', async () => {
    await tell('good sign-in')
    await tab.locator('#step-7 summary').click()
    const other = await context.newPage()
    const refreshed = tab.waitForResponse((answer) => answer.url() === tab.url())
    await stories['declined scope']?.(other, place)
    await refreshed
    expect(await tab.locator('#step-7 .inside').isVisible()).toBe(true)
  })

  test('axe finds nothing, light or dark', async () => {
    place = await startPlace()
    for (const story of Object.values(stories)) await story(tab, place)
    await tab.goto(`${place.url}/api/auth/signin`)
    await tab.getByLabel('Email').fill('ada@people.test')
    await tab.getByRole('button', { name: 'Email me a link' }).click()
    await tab.getByText('Check your email').waitFor()
    await tab.goto(place.inspector)
    const links = tab.locator('.flows a')
    const flows = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(flows).toHaveLength(4)
    const pages = [
      '/api/auth/inspect',
      '/api/auth/inspect/mail',
      '/api/auth/inspect/mail/1',
      ...flows,
    ]
    for (const page of pages) {
      await tab.goto(place.url + page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme })
        expect({ page, colorScheme, found: await violations(tab) }).toEqual({
          page,
          colorScheme,
          found: [],
        })
      }
    }
  })

  test('the page fits the narrowest phone, whatever is open', async () => {
    await tab.setViewportSize({ width: 320, height: 640 })
    await tell('declined scope')
    await openAll(tab)
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('a cookie with a long name leaves room for what is said of it', async () => {
    await tab.setViewportSize({ width: 1000, height: 800 })
    await tab.setContent(
      `<style>${style}</style><dl><dt>${'c'.repeat(200)}</dt><dd>300 bytes</dd></dl>`,
    )
    const value = await tab.locator('dd').boundingBox()
    expect(value?.width).toBeGreaterThan(500)
  })

  test('without scripts every page works, and the list reloads by itself', async () => {
    place = await startPlace()
    await stories['good sign-in']?.(tab, place)
    const still = await browser.newContext({ javaScriptEnabled: false })
    const page = await still.newPage()
    await page.goto(place.inspector)
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('3')
    await page.locator('.flows a').first().click()
    await page.locator('#step-7 summary').click()
    expect(await page.locator('#step-7 .inside').isVisible()).toBe(true)
    await still.close()
  })
})

async function textIn(place: Locator): Promise<string> {
  return (await place.allInnerTexts()).join('\n')
}

async function openAll(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
}

async function violations(tab: Tab): Promise<[string, string][]> {
  await openAll(tab)
  await tab.evaluate(axe)
  return tab.evaluate<[string, string][]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  )
}
