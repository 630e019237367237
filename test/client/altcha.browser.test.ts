import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Altcha } from '../../src/parts/altcha.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, serve } from './place.ts'

const script = `
  import { createClient } from '../../src/client/index.ts'
  import { altchaToken } from '../../src/client/altcha.ts'
  Object.assign(globalThis, { client: createClient(), altchaToken })
`

/** A page of the application's own, as the guide shows it: the client on one path, plain HTML on the other. */
const pages: Record<string, string> = {
  '/client': '<body><script type="module" src="/page.js"></script>',
  '/plain': `<form method="post" action="/api/auth/signin/email" data-altcha="/api/auth/altcha?action=mail">
    <input name="email" type="email"><button>Send</button></form>
    <script type="module" src="/api/auth/altcha.js"></script>`,
}

describe.runIf(haveChromium('ALTCHA on a page of one’s own'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  let page: Page
  let mails: string[]

  beforeAll(async () => {
    browser = await launch()
    files = await bundle(script)
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    mails = []
    place = await serve(({ url = '' }) => pages[url] ?? '', files, {
      storage: memory(),
      parts: [Altcha({ cost: 500 })],
      providers: [
        Email({ sendVerificationRequest: ({ identifier }) => void mails.push(identifier) }),
      ],
    })
    page = await browser.newPage({ baseURL: place.origin })
  })
  afterEach(async () => {
    await page.context().close()
    await place.close()
  })

  const send = (action: string) =>
    page.evaluate(async (wanted) => {
      const { client, altchaToken } = globalThis as unknown as {
        client: import('../../src/client/index.ts').Client
        altchaToken: typeof import('../../src/client/altcha.ts').altchaToken
      }
      const gateToken = await altchaToken(wanted)
      return client.signIn('email', { email: 'ada@example.com', gateToken, redirect: false }).then(
        ({ flow }) => typeof flow,
        ({ code }) => code,
      )
    }, action)

  test('lets the client send a token that it worked for', async () => {
    await page.goto('/client')
    expect(await send('mail')).toBe('string')
    expect(await send('mail')).toBe('string')
    expect(mails).toHaveLength(2)
    expect(await send('signUp')).toBe('AccessDenied')
    expect(mails).toHaveLength(2)
  })

  test('lets plain HTML do it with one attribute and one script', async () => {
    await page.goto('/plain')
    await page.fill('input', 'ada@example.com')
    await page.click('button')
    await page.waitForURL('**/verify-request**')
    expect(mails).toEqual(['ada@example.com'])
  })

  test('rejects if there is no challenge to be had', async () => {
    await page.goto('/client')
    await expect(send('no action')).rejects.toThrow('400')
    expect(mails).toEqual([])
  })
})
