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
import { words } from '../../src/operators/words.ts'
import { haveChromium, launch } from '../browser.ts'
import type { Place } from '../methods/place.ts'
import { serveDesk, throughPages } from './through-pages.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const languages = [en, de, fr, es, ptBr, tr, ar, indonesian, ja, zhHans]
const english = { blocked: 'This account is blocked', stopActing: 'Return to your own account' }

describe.runIf(haveChromium('the pages of operators in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: Place
  beforeAll(async () => {
    browser = await launch()
    place = await serveDesk({ languages })
  })
  afterAll(async () => {
    await browser?.close()
    await place?.close()
  })

  test.each(['light', 'dark'] as const)(
    'an operator acts and goes back, somebody is blocked, and axe finds nothing, %s',
    async (colorScheme) => {
      const tab = await browser.newPage({ colorScheme, locale: 'en', bypassCSP: true })
      const found: unknown[] = []
      let pages = 0
      await throughPages(tab, place, async (page) => {
        pages++
        await tab.evaluate(axe)
        const wrong = await tab.evaluate<[string, string][]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        found.push(...wrong.map((each) => [page, ...each]))
      })
      expect(found).toEqual([])
      expect(pages).toBe(4)
      await tab.close()
    },
    120_000,
  )

  test.each(languages.map(({ lang = 'en' }) => lang))(
    'the bar leads back and a block is told without JavaScript on a narrow screen in %s',
    async (locale) => {
      const viewport = { width: 320, height: 640 }
      const context = await browser.newContext({ javaScriptEnabled: false, locale, viewport })
      const tab = await context.newPage()
      const wide: string[] = []
      const say = words[locale] ?? english
      await throughPages(tab, place, async (page) => {
        const width = await tab.evaluate(() => document.documentElement.scrollWidth)
        if (width > viewport.width) wide.push(page)
        expect(await tab.locator('html').getAttribute('lang')).toBe(locale)
        const [title, button] = [tab.locator('h1'), tab.locator('form.told button')]
        if (page === 'blocked') expect(await title.textContent()).toBe(say.blocked)
        else expect(await button.textContent()).toBe(say.stopActing)
      })
      expect(wide).toEqual([])
      await context.close()
    },
    120_000,
  )
})
