import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
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
import { type PasswordPlace, servePasswords } from './place.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const languages = [en, de, fr, es, ptBr, tr, ar, indonesian, ja, zhHans]
const password = 'seven old boats at noon'

describe.runIf(haveChromium('the pages of passwords in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: PasswordPlace
  beforeAll(async () => {
    browser = await launch()
    place = await servePasswords({ languages, limits: false })
  })
  afterAll(async () => {
    await browser.close()
    await place.close()
  })

  /** Goes through every page that somebody sees who signs up and forgets their password. */
  async function throughAll(tab: Page, look: (page: string) => Promise<void>): Promise<void> {
    const email = `${crypto.randomUUID()}@people.test`
    const visit = async (path: string) => {
      await tab.goto(`${place.origin}/api/auth/${path}`)
      await look(path)
    }
    const send = async (fields: Record<string, string>) => {
      for (const [name, value] of Object.entries(fields)) {
        await tab.fill(`input[name=${name}]`, value)
      }
      await tab.locator('main form button').first().click()
    }
    await visit('signin')
    await visit('signup')
    await send({ email, password: 'passwordpassword' })
    await tab.getByRole('alert').waitFor()
    await look('signup, refused')
    await send({ email, password })
    await tab.waitForURL('**/check-email**')
    await look('check-email')
    await tab.goto((await place.letter(email)).link)
    await look('link')
    await tab.locator('main form button').first().click()
    await tab.waitForURL(`${place.origin}/**`)
    await visit('account')
    await visit('password')
    await visit('forgot-password')
    await send({ email })
    await tab.waitForURL('**/check-email**')
    await look('check-email, reset')
    await tab.goto((await place.letter(email, 1)).link)
    await look('link, reset')
  }

  test.each(['light', 'dark'] as const)(
    'axe finds nothing to improve on any page, %s',
    async (colorScheme) => {
      const tab = await browser.newPage({ colorScheme, locale: 'en', bypassCSP: true })
      const found: unknown[] = []
      let looked = 0
      await throughAll(tab, async (page) => {
        await tab.evaluate(axe)
        const wrong = await tab.evaluate<[string, string][]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        found.push(...wrong.map((each) => [page, ...each]))
        looked++
      })
      expect(looked).toBe(10)
      expect(found).toEqual([])
      await tab.close()
    },
  )

  test.each(languages.map(({ lang = '', dir = '' }) => [lang, dir]))(
    '%s: every page fits the width of the narrowest phone',
    async (lang, dir) => {
      const tab = await browser.newPage({ locale: lang, viewport: { width: 320, height: 640 } })
      await throughAll(tab, async (page) => {
        const seen = await tab.evaluate(() => {
          const { lang, dir, scrollWidth } = document.documentElement
          return { lang, dir, scrollWidth }
        })
        expect({ page, ...seen }).toEqual({ page, lang, dir, scrollWidth: 320 })
      })
      await tab.close()
    },
  )
})
