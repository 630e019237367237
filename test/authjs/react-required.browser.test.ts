import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, serve } from '../client/place.ts'

/** A page behind a sign-in, written as people do: a new function with every frame, which is asynchronous and changes the page. */
const script = `
  import { createElement, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { SessionProvider, signIn, signOut, useSession } from '../../src/authjs/next-auth/react.ts'
  function Guarded() {
    const [calls, count] = useState(0)
    const { status, data } = useSession({
      required: true,
      onUnauthenticated: async () => count((before) => Math.min(before + 1, 50)),
    })
    return [status, data?.user.name ?? 'nobody', calls].join(' ')
  }
  const root = createRoot(document.getElementById('root'))
  const show = (content) => root.render(createElement(SessionProvider, null, content))
  show(createElement(Guarded))
  Object.assign(globalThis, { signIn, signOut, leave: () => show(null) })
`

describe.runIf(haveChromium('required sessions'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  let context: BrowserContext
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launch()
    files = await bundle(script)
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    const page = '<body><div id="root"></div><script type="module" src="/page.js"></script>'
    place = await serve(() => page, files)
    context = await browser.newContext()
    failures.length = 0
  })
  afterEach(async () => {
    await context.close()
    await place.close()
    expect(failures).toEqual([])
  })

  async function open(): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => failures.push(message))
    page.on('console', (line) => line.type() === 'error' && failures.push(line.text()))
    await page.goto(place.origin)
    return page
  }

  async function signIn(): Promise<void> {
    const response = await context.request.post(`${place.origin}/api/auth/callback/credentials`, {
      headers: { origin: place.origin, accept: 'application/json' },
      form: { name: 'ada', password: 'lovelace' },
    })
    expect(response.status()).toBe(200)
  }

  const shown = (page: Page) => expect.poll(() => page.locator('#root').textContent())
  const act = (page: Page, name: string, ...values: unknown[]) =>
    page.evaluate(([which, given]) => Reflect.get(globalThis, which)(...given), [name, values] as [
      string,
      unknown[],
    ])

  test('calls onUnauthenticated once when nobody is signed in, and the page can be left', async () => {
    const page = await open()
    await shown(page).toBe('loading nobody 1')
    await page.waitForTimeout(300)
    await shown(page).toBe('loading nobody 1')
    await act(page, 'leave')
    await shown(page).toBe('')
  })

  test('somebody is told about when they sign out, once', async () => {
    await signIn()
    const page = await open()
    await shown(page).toBe('authenticated ada 0')
    await act(page, 'signOut', { redirect: false })
    await shown(page).toBe('loading nobody 1')
  })

  test('a server that is down keeps the page loading until it answers', async () => {
    await signIn()
    place.fault = (_, response) => Boolean(response.writeHead(503).end('<h1>Down</h1>'))
    const page = await open()
    await page.waitForTimeout(500)
    await shown(page).toBe('loading nobody 0')
    place.fault = undefined
    await shown(page).toBe('authenticated ada 0')
    // The browser itself writes that the server was down.
    expect(failures.splice(0).join()).toContain('503')
  })
  test('a network that answers for the server keeps the page loading until it answers', async () => {
    await signIn()
    place.fault = (_, response) => Boolean(response.end('<h1>Accept our terms</h1>'))
    const page = await open()
    await page.waitForTimeout(500)
    await shown(page).toBe('loading nobody 0')
    place.fault = undefined
    await shown(page).toBe('authenticated ada 0')
  })

  test.each(['/next#part', '/#part'])('a sign-in leads to a part of a page: %s', async (target) => {
    const page = await open()
    await shown(page).toBe('loading nobody 1')
    const loaded = page.waitForEvent('load')
    const fields = { name: 'ada', password: 'lovelace', callbackUrl: target }
    await page.evaluate((given) => {
      void Reflect.get(globalThis, 'signIn')('credentials', given)
    }, fields)
    await loaded
    await shown(page).toBe('authenticated ada 0')
    expect(page.url()).toBe(place.origin + target)
  })
})
