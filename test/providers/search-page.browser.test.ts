import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { catalogue } from './catalogue.ts'

const file = new URL('../../docs/providers/index.html', import.meta.url)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.runIf(haveChromium('the page to search platforms in'))(
  'the page to search platforms in',
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launch()
    })
    afterAll(() => browser.close())
    afterEach(async () => {
      for (const context of browser.contexts()) await context.close()
    })

    async function open(options: Parameters<Browser['newContext']>[0] = {}) {
      const page = await (await browser.newContext(options)).newPage()
      const problems: string[] = []
      page.on('console', (message) => problems.push(message.text()))
      page.on('request', (request) => problems.push(request.url()))
      await page.goto(file.href)
      return { page, problems }
    }

    const find = (page: Page) => page.getByRole('searchbox', { name: 'Find a platform' })
    const only = (page: Page, ability: string) =>
      page.getByRole('group', { name: 'Only those with' }).getByLabel(ability, { exact: true })
    const shown = (page: Page) => page.locator('li:visible code').allTextContents()
    const said = (page: Page) => page.getByRole('status').textContent()

    /** The platforms of which something is true, as their own data say. */
    function those(fits: (described: ReturnType<Make>) => unknown): string[] {
      return [...catalogue].filter(([, make]) => fits(make({}))).map(([id]) => id)
    }

    test('shows every platform at first, and loads nothing', async () => {
      const { page, problems } = await open()
      expect((await shown(page)).sort()).toEqual([...catalogue.keys()].sort())
      expect(await said(page)).toBe(`${catalogue.size} platforms`)
      expect(problems.filter((text) => !/^(file|data):/.test(text))).toEqual([])
    })

    test.each([
      ['gith', ['github']],
      ['Linked In', ['linkedin']],
      ['azure-ad', ['azure-ad', 'azure-ad-b2c']],
      ['microsoft entra', ['microsoft-entra-id']],
    ])('finds by name or id: %s', async (typed, ids) => {
      const { page } = await open()
      await find(page).pressSequentially(typed)
      expect((await shown(page)).sort()).toEqual(ids)
      expect(await said(page)).toBe(`${ids.length} of ${catalogue.size} platforms`)
    })

    test('says so when nothing is like that, and shows all again', async () => {
      const { page } = await open()
      await find(page).fill('no such platform')
      expect(await shown(page)).toEqual([])
      expect(await said(page)).toBe('No platform is like that.')
      await find(page).fill('')
      expect(await shown(page)).toHaveLength(catalogue.size)
    })

    test('narrows down by what platforms give, all of it together', async () => {
      const { page } = await open()
      await only(page, 'PKCE').check()
      const withPkce = those(({ checks = ['pkce'] }) => checks.some((check) => check === 'pkce'))
      expect((await shown(page)).sort()).toEqual(withPkce.sort())
      await only(page, 'Refresh tokens').check()
      const refreshable = new Set(those(({ provides }) => provides?.refreshToken))
      const both = withPkce.filter((id) => refreshable.has(id))
      expect((await shown(page)).sort()).toEqual(both)
      await find(page).fill('lab')
      expect(await shown(page)).toEqual(both.filter((id) => id.includes('lab')))
    })

    test('each row leads to its page, from anywhere in the row', async () => {
      const { page } = await open()
      await find(page).fill('gitlab')
      await page.locator('li:visible').click({ position: { x: 4, y: 4 } })
      expect(page.url()).toBe(new URL('gitlab.md', file).href)
    })

    test('is a plain list without a script', async () => {
      const { page } = await open({ javaScriptEnabled: false })
      expect(await shown(page)).toHaveLength(catalogue.size)
      expect(await find(page).isVisible()).toBe(false)
    })

    test.each(['light', 'dark'] as const)(
      'axe finds nothing to improve, %s',
      async (colorScheme) => {
        const { page } = await open({ colorScheme, bypassCSP: true })
        await only(page, 'PKCE').check()
        await page.evaluate(axe)
        const found = await page.evaluate<[string, string][]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        expect(found).toEqual([])
      },
    )

    test('does not scroll sideways on the narrowest phone', async () => {
      const { page } = await open({ viewport: { width: 320, height: 640 } })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  },
)

type Make = Parameters<Parameters<typeof catalogue.forEach>[0]>[0]
