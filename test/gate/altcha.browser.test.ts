import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Altcha } from '../../src/parts/altcha.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../methods/place.ts'
import { gatedFormStories, gatedProviders } from './gated-forms.ts'

describe.runIf(haveChromium('ALTCHA in a browser'))('in Chromium', () => {
  let browser: Browser
  let place: Place
  let tab: Page
  let mails: string[]
  let hosts: Set<string>

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    mails = []
    hosts = new Set()
    place = await serve({
      storage: memory(),
      session: { strategy: 'cookie' },
      parts: [Altcha({ cost: 500 })],
      providers: [
        Email({ sendVerificationRequest: ({ identifier }) => void mails.push(identifier) }),
        ...gatedProviders,
      ],
    })
    tab = await browser.newPage({ baseURL: place.origin })
    tab.on('request', (request) => void hosts.add(new URL(request.url()).origin))
  })
  afterEach(async () => {
    await tab.context().close()
    await place.close()
    expect([...hosts]).toEqual([place.origin])
  })

  test('sends a mail, and another one, after some work and without another host', async () => {
    await tab.goto('/api/auth/signin')
    await tab.fill('input[name=email]', 'ada@example.com')
    await tab.click('form[action$="/signin/email"] button')
    await tab.waitForURL('**/verify-request**')
    expect(mails).toEqual(['ada@example.com'])
    await tab.click('button.plain')
    await tab.waitForURL('**sent=again**')
    expect(mails).toHaveLength(2)
  })

  gatedFormStories(() => ({ browser, place, tab }))
})
