import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emulator, type Listening } from '../../src/emulator/index.ts'
import { emulate } from '../../src/emulator/platforms/registered-application.ts'
import { haveChromium, launch } from '../browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where a browser that wants to sign in with GitHub is sent. */
const consent =
  '/github.com/login/oauth/authorize?client_id=practice-github&response_type=code&state=s' +
  '&scope=read:user+user:email+x:unknown&redirect_uri=http://localhost:3000/api/auth/callback/github'

const pages: readonly [string, string][] = [
  ['the overview', '/'],
  ['the inbox', '/inbox'],
  ['a mail', '/inbox/1'],
  ['the consent page', consent],
]

describe.runIf(haveChromium('the pages of the emulator in a browser'))('in Chromium', () => {
  let browser: Browser
  let listening: Listening
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    const callbacks = { app: 'Acme', path: '/api/auth' }
    const played = await Promise.all(['tiktok', 'github'].map((id) => emulate(id, callbacks)))
    const practice = await emulator({ platforms: played.flatMap((one) => one?.platform ?? []) })
    const text = 'Sign in:\nhttp://localhost:3000/\n\nOr enter this code:\n831 744'
    practice.inbox.deliver({ to: 'ada@app.test', subject: 'Sign in to Acme', text })
    listening = await practice.listen()
  })
  afterEach(() => listening.close())

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options)
    const tab = await context.newPage()
    await tab.goto(listening.url + path)
    return tab
  }

  test('a click copies the code of a mail', async () => {
    const tab = await open('/inbox', { permissions: ['clipboard-read', 'clipboard-write'] })
    await tab.getByRole('button', { name: 'Copy the code 831 744' }).click()
    await tab.getByText('Copied').waitFor()
    expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe('831744')
    await tab.context().close()
  })

  test('without scripts the code can be selected by one click, and no button pretends', async () => {
    const tab = await open('/inbox', { javaScriptEnabled: false })
    expect(await tab.getByRole('button').count()).toBe(0)
    const selects = await tab
      .locator('.code code')
      .evaluate((code) => getComputedStyle(code).userSelect)
    expect(selects).toBe('all')
    await tab.context().close()
  })

  test.each(pages)('axe finds nothing on %s', async (_, path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // The pages allow no script but their own.
      const tab = await open(path, { colorScheme, bypassCSP: true })
      await tab.addScriptTag({ content: axe })
      const found = await tab.evaluate(() =>
        Object(window)
          .axe.run()
          .then(({ violations }: AxeResults) =>
            violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          ),
      )
      expect(found, colorScheme).toEqual([])
      await tab.context().close()
    }
  })

  test('breaks recent requests between words on a phone, not between letters', async () => {
    await fetch(listening.url + consent)
    const tab = await open('/', { viewport: { width: 320, height: 800 } })
    const cell = await tab.locator('.scroll td:nth-child(3)').first().boundingBox()
    expect(cell?.width).toBeGreaterThan(200)
    await tab.context().close()
  })

  test.each(pages)('%s fits into 320 pixels', async (_, path) => {
    const tab = await open(path, { viewport: { width: 320, height: 800 } })
    const tooWide = await tab.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide).toBe(0)
    await tab.context().close()
  })
})
