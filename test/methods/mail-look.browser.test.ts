import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Theme } from '../../src/types/theme.ts'
import { haveChromium, launch } from '../browser.ts'
import { mail } from './written-mail.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.runIf(haveChromium('the mail in a browser'))('in Chromium', () => {
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
