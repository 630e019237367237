import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Place, serve } from './place.ts'

const script = `
  import { createClient } from '../../src/client/index.ts'
  const client = createClient({ url: document.body.dataset.api })
  client.subscribe(({ session, error }) => {
    document.title = error?.code ?? (session === undefined ? '…' : (session?.user.name ?? 'nobody'))
  })
  Object.assign(globalThis, { client })
`

describe.runIf(haveChromium('the client of another origin'))('in Chromium', () => {
  let browser: Browser
  const places: Place[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close()
  })

  /** A front end, and the application behind it at an origin of its own. */
  async function visit(frontHost: string, apiHost: string): Promise<Page> {
    const files = await bundle(script)
    let api: Place | undefined
    const page = () =>
      `<body data-api="${api?.origin}"><script type="module" src="/page.js"></script>`
    const front = await serve(page, files, {}, frontHost)
    api = await serve(
      page,
      files,
      { trustedOrigins: [{ origin: front.origin, act: true }] },
      apiHost,
    )
    places.push(front, api)
    const tab = await browser.newPage()
    await tab.goto(front.origin)
    return tab
  }

  const signIn = (page: Page) =>
    page.evaluate(() =>
      Reflect.get(globalThis, 'client')
        .signIn('credentials', { name: 'ada', password: 'lovelace', redirect: false })
        .then(
          () => 'signed in',
          ({ code }: { code: string }) => code,
        ),
    )

  test('two origins of one site: the front end signs in, reads and signs out', async () => {
    const page = await visit('localhost', 'localhost')
    await page.waitForFunction(() => document.title === 'nobody')
    expect(await signIn(page)).toBe('signed in')
    expect(await page.title()).toBe('ada')
    await page.reload()
    await page.waitForFunction(() => document.title === 'ada')
    await page.evaluate(() => Reflect.get(globalThis, 'client').signOut({ redirect: false }))
    expect(await page.title()).toBe('nobody')
    await page.reload()
    await page.waitForFunction(() => document.title === 'nobody')
    await page.close()
  })

  test('two sites: the front end is told that browsers do not allow it', async () => {
    const page = await visit('localhost', '127.0.0.1')
    await page.waitForFunction(() => document.title === 'CrossSite')
    expect(await signIn(page)).toBe('CrossSite')
    await page.close()
  })
})
