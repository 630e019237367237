import type { ServerResponse } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/index.ts'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, questions, serve } from './place.ts'

/** A page with as many subscribers as its address says. Each shows what it was told. */
const script = `
  import { createClient } from '../../src/client/index.ts'
  const client = createClient()
  const count = Number(new URLSearchParams(location.search).get('subscribers'))
  for (let n = 0; n < count; n++) {
    const shown = document.body.appendChild(document.createElement('output'))
    client.subscribe(({ session, error }) => {
      shown.textContent = [session === undefined ? '…' : (session?.user.name ?? 'nobody'), session?.theme, error?.code]
        .filter(Boolean).join(' ')
    })
  }
  Object.assign(globalThis, { client, createClient })
`

describe.runIf(haveChromium('the client in many tabs'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  let context: BrowserContext

  beforeAll(async () => {
    browser = await launch()
    files = await bundle(script)
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    place = await serve(() => '<body><script type="module" src="/page.js"></script>', files, {
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, theme: session } : token,
        session: ({ session, token }) => ({ ...session, theme: token?.theme }),
      },
    })
    context = await browser.newContext()
  })
  afterEach(async () => {
    await context.close()
    await place.close()
  })

  async function signIn(name = 'ada', password = 'lovelace'): Promise<void> {
    const response = await context.request.post(`${place.origin}/api/auth/callback/credentials`, {
      headers: { origin: place.origin, accept: 'application/json' },
      form: { name, password },
    })
    expect(response.status()).toBe(200)
  }

  async function open(subscribers = 1): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`${place.origin}/?subscribers=${subscribers}`)
    await page.waitForFunction(() => 'client' in globalThis)
    if (subscribers > 0) await page.locator('output:not(:text("…"))').first().waitFor()
    return page
  }

  async function shows(page: Page, text: string): Promise<void> {
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('output')].every((each) => each.textContent === wanted),
      text,
    )
  }

  /** The person comes back to a tab; Playwright keeps every tab in front. */
  async function focus(page: Page): Promise<void> {
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
  }

  const act = (page: Page, action: string, ...values: unknown[]) =>
    page.evaluate(([name, given]) => Reflect.get(globalThis, 'client')[name](...given), [
      action,
      values,
    ] as [string, unknown[]])

  const quiet = (page: Page) => page.waitForLoadState('networkidle')

  describe.each([1, 4, 10])('%d tabs', (tabs) => {
    test.each([1, 10, 50])(
      'with %d subscribers each ask once for each change',
      async (subscribers) => {
        await signIn()
        const pages: Page[] = []
        for (let n = 0; n < tabs; n++) pages.push(await open(subscribers))
        expect(questions(place)).toBe(tabs)
        pages.push(await open(subscribers))
        await Promise.all(pages.map(quiet))
        expect(questions(place)).toBe(tabs + 1)
        const [first, ...others] = pages
        if (!first) throw new Error('no tab')
        await act(first, 'update', 'dark')
        for (const page of pages) await shows(page, 'ada dark')
        expect(questions(place)).toBe(tabs + 1 + others.length)
        await act(first, 'signOut', { redirect: false })
        for (const page of pages) await shows(page, 'nobody')
        await Promise.all(pages.map(quiet))
        expect(questions(place)).toBe(tabs + 1 + 2 * others.length)
      },
    )
  })

  test('a plain form that signs out is noticed when the person comes back', async () => {
    await signIn()
    const page = await open(10)
    await context.request.post(`${place.origin}/api/auth/signout`, {
      headers: { origin: place.origin },
    })
    await shows(page, 'ada')
    await focus(page)
    await shows(page, 'nobody')
    expect(questions(place)).toBe(2)
  })

  test('with `refreshOnFocus: false` only the network wakes a tab', async () => {
    await signIn()
    const page = await open(1)
    await page.evaluate(() => Reflect.get(globalThis, 'createClient')({ refreshOnFocus: false }))
    await focus(page)
    await quiet(page)
    expect(questions(place)).toBe(1)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect.poll(() => questions(place)).toBe(2)
  })

  test('a sign-in by a form is seen in the other tabs as soon as the next page is shown', async () => {
    const page = await open(10)
    await shows(page, 'nobody')
    await signIn()
    await shows(await open(1), 'ada')
    await shows(page, 'ada')
    expect(questions(place)).toBe(3)
  })

  test('offline is a state, and ends with the network', async () => {
    await signIn()
    const page = await open(10)
    await context.setOffline(true)
    await focus(page)
    await shows(page, 'ada Offline')
    await context.setOffline(false)
    await shows(page, 'ada')
  })

  test('a server that is down is a state, and is asked again by itself', async () => {
    await signIn()
    const page = await open(10)
    const before = questions(place)
    place.fault = (_, response) => Boolean(response.writeHead(503).end('<h1>Down</h1>'))
    await focus(page)
    await shows(page, 'ada Unavailable')
    expect(questions(place)).toBe(before + 1)
    place.fault = undefined
    await shows(page, 'ada')
    expect(questions(place)).toBe(before + 2)
  })

  test.each([
    ['a page of its own', (response: ServerResponse) => response.end('<h1>Accept our terms</h1>')],
    ['no content', (response: ServerResponse) => response.writeHead(204).end()],
  ])('a network that answers for the server with %s is asked again by itself', async (_, say) => {
    await signIn()
    const page = await open()
    place.fault = (_, response) => Boolean(say(response))
    await focus(page)
    await shows(page, 'ada Unavailable')
    place.fault = undefined
    await shows(page, 'ada')
  })

  test('a server that was down is asked again, though another part of the page listens by then', async () => {
    await signIn()
    const page = await open(0)
    const hold = () =>
      page.evaluate(() => {
        const { client } = globalThis as unknown as { client: Client }
        Object.assign(globalThis, { stop: client.subscribe(() => {}) })
      })
    await hold()
    await expect.poll(async () => (await act(page, 'get')).session?.user.name).toBe('ada')
    place.fault = (_, response) => Boolean(response.writeHead(503).end())
    expect((await act(page, 'refresh')).error).toBeDefined()
    await page.evaluate(() => Reflect.get(globalThis, 'stop')())
    await hold()
    place.fault = undefined
    await expect.poll(async () => (await act(page, 'get')).error, { timeout: 5000 }).toBeUndefined()
  })

  test('a server that asks for a month of patience is left alone', async () => {
    const page = await open()
    const seconds = 30 * 24 * 3600
    place.fault = (_, response) =>
      Boolean(response.writeHead(503, { 'retry-after': String(seconds) }).end())
    await focus(page)
    await shows(page, 'nobody Unavailable')
    await page.waitForTimeout(1000)
    expect(questions(place)).toBe(2)
  })

  test('a sign-out in a tab where nobody listens is seen in the others', async () => {
    await signIn()
    const page = await open()
    await shows(page, 'ada')
    const quietPage = await open(0)
    await act(quietPage, 'signOut', { redirect: false })
    await shows(page, 'nobody')
  })

  test('a browser that refuses channels between tabs shows who is signed in all the same', async () => {
    await context.addInitScript(() => {
      globalThis.BroadcastChannel = class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      } as unknown as typeof BroadcastChannel
    })
    await signIn()
    const page = await open(2)
    await shows(page, 'ada')
    await act(page, 'signOut', { redirect: false })
    await shows(page, 'nobody')
  })

  test('a server that asks for patience is left alone, then asked again', async () => {
    await signIn()
    const page = await open(10)
    const before = questions(place)
    const busy = JSON.stringify({ error: 'RateLimited', message: 'Too many attempts', url: '/' })
    place.fault = (_, response) =>
      Boolean(response.writeHead(429, { 'retry-after': '2' }).end(busy))
    await focus(page)
    await shows(page, 'ada RateLimited')
    const error = await page.evaluate(() => ({ ...Reflect.get(globalThis, 'client').get().error }))
    expect(error).toMatchObject({ code: 'RateLimited', retryAfter: 2, status: 429 })
    place.fault = undefined
    for (let n = 0; n < 5; n++) await focus(page)
    expect(questions(place)).toBe(before + 1)
    await shows(page, 'ada')
    expect(questions(place)).toBe(before + 2)
  })

  test.each([
    ['an object', 502, { error: { code: 502, message: 'Bad gateway' } }],
    ['a code of theirs', 503, { error: 'upstream_unavailable', message: { text: 'Later' } }],
    ['a word like one of ours', 500, { error: 'Unauthorized', message: 'Unauthorized' }],
    ['a list', 504, { error: ['Internal'] }],
    ['null', 502, null],
    ['a message', 200, { message: 'ok' }],
    ['a list of nothing', 200, []],
    ['a text', 200, 'ok'],
  ])('a gateway that answers with JSON of its own is no answer: %s', async (_, status, body) => {
    await signIn()
    const page = await open()
    place.fault = (_, response) => Boolean(response.writeHead(status).end(JSON.stringify(body)))
    const refused = await page.evaluate(async () => {
      const { client } = globalThis as unknown as { client: Client }
      const thrown = await client.providers().catch((error: object) => error)
      const unsent = await client.signOut({ redirect: false }).catch((error: object) => error)
      const { error } = await client.refresh()
      return [thrown, unsent, error].map((each) => ({
        ...each,
        message: Reflect.get(Object(each), 'message'),
      }))
    })
    for (const each of refused) expect(each).toMatchObject({ code: 'Unavailable', status })
    expect(refused.map(({ message }) => typeof message)).toEqual(['string', 'string', 'string'])
    await shows(page, 'ada Unavailable')
    place.fault = undefined
    await shows(page, 'ada')
  })

  test('one listener that fails stops neither the others nor the client', async () => {
    await signIn()
    const page = await open()
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.evaluate(() => {
      const { client } = globalThis as unknown as { client: Client }
      client.subscribe(() => {
        throw new Error('broken')
      })
      const shown = document.body.appendChild(document.createElement('output'))
      client.subscribe(({ session }) => {
        shown.textContent = session?.user.name ?? 'nobody'
      })
    })
    await context.request.post(`${place.origin}/api/auth/signout`, {
      headers: { origin: place.origin },
    })
    await focus(page)
    await shows(page, 'nobody')
    await signIn('grace', 'hopper')
    await focus(page)
    await shows(page, 'grace')
    await expect.poll(() => failures).toEqual(['broken', 'broken', 'broken'])
  })

  test.each([
    ['ten years ahead', 3650],
    ['ten years behind', -3650],
  ])('a clock that is %s keeps the person signed in, with as many questions', async (_, days) => {
    await signIn()
    await context.clock.install({ time: Date.now() + days * 86_400_000 })
    const page = await open(10)
    await shows(page, 'ada')
    await focus(page)
    await quiet(page)
    await shows(page, 'ada')
    expect(questions(place)).toBe(2)
  })

  test('a refusal for good is shown, and asked about once', async () => {
    const page = await open()
    const refusal = JSON.stringify({ error: 'CrossSite', message: 'Cannot do that', url: '/' })
    place.fault = (_, response) => Boolean(response.writeHead(403).end(refusal))
    await focus(page)
    await shows(page, 'nobody CrossSite')
    const before = questions(place)
    await page.waitForTimeout(1500)
    expect(questions(place)).toBe(before)
  })

  test('a person who signed out stays so when an older answer comes', async () => {
    await signIn()
    const page = await open()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const old = JSON.stringify((await act(page, 'get')).session)
    place.fault = ({ method }, response) => {
      if (method !== 'GET') return false
      void held.then(() => response.end(old))
      return true
    }
    await focus(page)
    await act(page, 'signOut', { redirect: false })
    await shows(page, 'nobody')
    const answered = page.waitForResponse(/session$/)
    release()
    await answered
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await shows(page, 'nobody')
  })

  test('a person who signed in stays so when an older answer comes', async () => {
    const page = await open()
    const old = Promise.withResolvers<void>()
    place.fault = ({ method }, response) => {
      if (method !== 'GET') return false
      place.fault = undefined
      void old.promise.then(() => response.end('null'))
      return true
    }
    await focus(page)
    await expect.poll(() => questions(place)).toBe(2)
    const answered = page.waitForResponse(/callback/)
    const fields = { name: 'ada', password: 'lovelace', code: '', redirect: false }
    const signedIn = act(page, 'signIn', 'credentials', fields)
    await answered
    old.resolve()
    await signedIn
    expect((await act(page, 'get')).session?.user.name).toBe('ada')
    await shows(page, 'ada')
  })

  test('sessions that differ with every answer make each of three tabs ask at most once', async () => {
    let answers = 0
    place.fault = (_, response) =>
      Boolean(response.end(JSON.stringify({ user: { id: '1', name: `ada ${answers++}` } })))
    const pages = [await open(), await open(), await open()]
    await Promise.all(pages.map(quiet))
    const before = questions(place)
    for (const page of pages.slice(0, 1)) await focus(page)
    await pages[0]?.waitForTimeout(500)
    expect(questions(place) - before).toBeLessThanOrEqual(3)
  })

  test('a listener within a minute costs no request, and a stopped one hears nothing', async () => {
    await signIn()
    const page = await open()
    const heard = await page.evaluate(async () => {
      const { client, createClient } = globalThis as unknown as Record<string, never> & {
        client: { subscribe(listener: () => void): () => void; refresh(): Promise<unknown> }
        createClient(): { subscribe(listener: () => void): () => void }
      }
      let calls = 0
      for (let n = 0; n < 8; n++) createClient().subscribe(() => calls++)()
      const stops: (() => void)[] = []
      // The first to hear stops all others.
      for (let n = 0; n < 3; n++) {
        stops.push(
          client.subscribe(() => {
            calls++
            for (const stop of stops.slice(n + 1)) stop()
          }),
        )
      }
      return calls
    })
    expect(heard).toBe(11)
    await act(page, 'signOut', { redirect: false })
    await shows(page, 'nobody')
    expect(questions(place)).toBe(1)
  })

  test('a sign-out leaves for the wanted page, and a fragment alone loads it anew', async () => {
    await signIn()
    const page = await open()
    await page.evaluate(() => {
      location.hash = 'part'
    })
    const loaded = page.waitForEvent('load')
    await act(page, 'signOut')
    await loaded
    expect(page.url()).toBe(`${place.origin}/?subscribers=1#part`)
    await shows(page, 'nobody')
  })
})
