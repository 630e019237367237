import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import es from '../../src/languages/es.ts'
import fr from '../../src/languages/fr.ts'
import indonesian from '../../src/languages/id.ts'
import ja from '../../src/languages/ja.ts'
import ptBr from '../../src/languages/pt-br.ts'
import tr from '../../src/languages/tr.ts'
import zhHans from '../../src/languages/zh-hans.ts'
import { haveChromium, launch } from '../browser.ts'
import type { PasswordPlace } from '../password/place.ts'
import { servePeople, throughPages } from './through-pages.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const languages = [en, de, fr, es, ptBr, tr, ar, indonesian, ja, zhHans]

describe.runIf(haveChromium('the pages of guests in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: PasswordPlace
  beforeAll(async () => {
    browser = await launch()
    place = await servePeople({ languages })
  })
  afterAll(async () => {
    await browser.close()
    await place.close()
  })

  test.each(['light', 'dark'] as const)(
    'a guest becomes a user, changes the address and takes it back, and axe finds nothing, %s',
    async (colorScheme) => {
      const tab = await browser.newPage({ colorScheme, locale: 'en', bypassCSP: true })
      const found: unknown[] = []
      const ids = await throughPages(tab, place, async (page) => {
        await tab.evaluate(axe)
        const wrong = await tab.evaluate<[string, string][]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        found.push(...wrong.map((each) => [page, ...each]))
      })
      expect(found).toEqual([])
      expect(ids).toHaveLength(3)
      expect(new Set(ids).size).toBe(1)
      await tab.close()
    },
    120_000,
  )

  test.each(languages.map(({ lang = 'en' }) => lang))(
    'everything works without JavaScript and fits a narrow screen in %s',
    async (locale) => {
      const viewport = { width: 320, height: 640 }
      const context = await browser.newContext({ javaScriptEnabled: false, locale, viewport })
      const tab = await context.newPage()
      const wide: string[] = []
      const ids = await throughPages(tab, place, async (page) => {
        const width = await tab.evaluate(() => document.documentElement.scrollWidth)
        if (width > viewport.width) wide.push(page)
        expect(await tab.locator('html').getAttribute('lang')).toBe(locale)
      })
      expect(wide).toEqual([])
      expect(new Set(ids).size).toBe(1)
      await context.close()
    },
    120_000,
  )
})
