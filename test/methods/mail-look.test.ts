import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMail } from '../../src/methods/email/mail.ts'
import Email from '../../src/providers/email.ts'
import type { Theme } from '../../src/types/theme.ts'
import { haveChromium, launch } from '../browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const now = Date.UTC(2026, 0, 1)
const url = 'https://app.test/api/auth/callback/email?token=abc&email=ada%40example.com'

function mail(theme: Theme = {}, seconds = 86_400) {
  const expires = new Date(now + seconds * 1000)
  return writeMail({ url, code: '483920', expires, now, provider: Email(), theme })
}

test('the text has the link on a line of its own, the code, and how long it lives', () => {
  expect(mail().text).toMatch(/^https:\/\/app\.test\/\S+$/m)
  expect(mail().text).toContain('483 920')
  expect(mail().text).toContain('in 24 hours')
  expect(mail({}, 600).text).toContain('in 10 minutes')
  expect(mail({}, 60).text).toContain('in 1 minute')
})

test('a style cannot be broken out of by a theme', () => {
  const { html } = mail({ brandColor: 'red;background:url(https://evil.test)', name: '"><script>' })
  expect(html).not.toMatch(/evil\.test|<script/)
})

describe.runIf(haveChromium('the mail in a browser'))('in Chromium', { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  const themes: Record<string, Theme> = {
    plain: {},
    branded: { name: 'Acme', brandColor: '#5b3df5', logo: 'https://acme.test/logo.png' },
    pale: { name: 'Acme', brandColor: '#ffe600' },
    'always light': { colorScheme: 'light' },
    'always dark': { colorScheme: 'dark' },
  }

  describe.each(Object.entries(themes))('%s', (_, theme) => {
    test.each(['light', 'dark'] as const)('%s: legible, and nothing is loaded', async (scheme) => {
      const tab = await browser.newPage({
        colorScheme: scheme,
        viewport: { width: 360, height: 640 },
      })
      const requests: string[] = []
      tab.on('request', (request) => requests.push(request.url()))
      await tab.setContent(mail(theme).html)
      const look = await tab.evaluate(() => ({
        page: getComputedStyle(document.body).backgroundColor,
        width: document.documentElement.scrollWidth,
      }))
      const dark = (theme.colorScheme ?? scheme) === 'dark'
      expect(look).toEqual({ page: dark ? 'rgb(11, 11, 13)' : 'rgb(245, 245, 246)', width: 360 })
      await tab.evaluate(axe)
      const found = await tab.evaluate<[string, string][]>(
        "axe.run({ rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))",
      )
      expect([found, requests]).toEqual([[], []])
      await tab.close()
    })
  })
})
