import type { Browser, Page as Tab } from 'playwright-core'
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
import Email from '../../src/providers/email.ts'
import GitHub from '../../src/providers/github.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { origin, setup } from '../setup.ts'

const languages = [en, de, fr, es, ptBr, tr, ar, indonesian, ja, zhHans]
const keys = { clientId: 'key', clientSecret: 'a-client-secret' }

/** A tab of somebody who speaks a language, with the application behind every address. */
async function visitor(browser: Browser, locale: string): Promise<Tab> {
  const providers = [
    TikTok(keys),
    GitHub(keys),
    Passkey,
    Email({ sendVerificationRequest: () => undefined, from: 'hello@acme.test' }),
  ]
  const theme = { name: 'Acme' }
  const { auth } = await setup({ providers, storage: memory(), languages, theme })
  const tab = await browser.newPage({ locale, viewport: { width: 320, height: 640 } })
  await tab.route('**/*', async (route) => {
    const request = route.request()
    const body = request.postData()
    const response = await auth.handler(
      new Request(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(body !== null && { body }),
      }),
    )
    const headers = Object.fromEntries(response.headers)
    await route.fulfill({ status: response.status, headers, body: await response.text() })
  })
  return tab
}

/** What can go wrong with a page, measured with everything unfolded. */
function look(tab: Tab) {
  return tab.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
    const { lang, dir, scrollWidth } = document.documentElement
    return { lang, dir, scrollWidth }
  })
}

const pages = ['signin', 'signin?error=OAuthAccountNotLinked', 'signout', 'error', 'verify-request']

describe.runIf(haveChromium('the languages in a browser'))('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.each(languages.map(({ lang = '', dir = '' }) => [lang, dir]))(
    '%s: every page fits the width of the narrowest phone',
    async (lang, dir) => {
      const tab = await visitor(browser, lang)
      for (const page of pages) {
        await tab.goto(`${origin}/api/auth/${page}`)
        expect({ page, ...(await look(tab)) }).toEqual({ page, lang, dir, scrollWidth: 320 })
      }
      await tab.close()
    },
  )

  test('from right to left, a button begins with its mark on the right', async () => {
    const tab = await visitor(browser, 'ar')
    await tab.goto(`${origin}/api/auth/signin`)
    const { mark, label } = await tab.evaluate(() => {
      const button = document.querySelector('button[formaction$="tiktok"]')
      const left = (part: Element | null | undefined) => part?.getBoundingClientRect().left ?? 0
      return { mark: left(button?.firstElementChild), label: left(button?.lastElementChild) }
    })
    expect(mark).toBeGreaterThan(label)
    await tab.close()
  })
})
