import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Auth as OurAuth } from '../../src/authjs/index.ts'
import OurNextAuth, { type NextAuthOptions } from '../../src/authjs/next-auth.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { haveChromium, launch } from '../browser.ts'
import { secret } from '../setup.ts'
import { installNextAuth } from './next-auth/install.ts'
import { asApiRoute, type Place, type Routes, serve } from './next-auth/server.ts'

const { skipIf } = describe

let folder: string
let browser: Browser

beforeAll(async () => {
  folder = await installNextAuth()
  if (haveChromium('next-auth/react')) browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const own = join(import.meta.dirname, '../../src/authjs/next-auth/react.ts')

const club = {
  id: 'club',
  name: 'Club',
  type: 'oauth' as const,
  clientId: 'c',
  clientSecret: 's',
  authorization: 'https://club.test/authorize?scope=x',
  token: 'https://club.test/token',
  userinfo: 'https://club.test/me',
}

/** The options of an application, as it has written them for its version, with the credentials module of that version. */
function options(credentials: (options: object) => object, url: string): NextAuthOptions {
  return {
    secret,
    basePath: '/api/auth',
    trustHost: true,
    url,
    session: { strategy: 'jwt' as const },
    providers: [
      credentials({
        credentials: { name: {} },
        authorize: ({ name }: { name: string }) =>
          name === 'ada' ? { id: 'u-ada', name: 'Ada', email: 'ada@people.test' } : null,
      }),
      { ...club, profile: ({ id }: { id: string }) => ({ id }) },
    ],
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, note: session?.note } : token,
      session: ({ session, token }) => ({
        ...session,
        note: token.note,
      }),
    },
  }
}

/** What a version was served by before, what serves it now, and its client. */
interface Version {
  client(): string
  before(url: string): Promise<Routes>
  now(url: string): Promise<Routes>
}

const version4: Version = {
  client: () => join(folder, 'node_modules/next-auth4/react/index.js'),
  async before(url) {
    const load = createRequire(join(folder, 'x.js'))
    vi.stubEnv('NEXTAUTH_URL', url)
    const { default: NextAuth } = load('next-auth4')
    const { default: Credentials } = load('next-auth4/providers/credentials')
    return asApiRoute((req, res) => NextAuth(req, res, options(Credentials, url)))
  },
  async now(url) {
    const load = createRequire(join(folder, 'x.js'))
    const { default: Credentials } = load('next-auth4/providers/credentials')
    return OurNextAuth(options(Credentials, url))
  },
}

const version5: Version = {
  client: () => join(folder, 'node_modules/next-auth5/react.js'),
  async before(url) {
    const file = join(folder, 'node_modules/@auth/core/index.js')
    const { Auth } = await import(pathToFileURL(file).href)
    const config = options(await theirCredentials(), url)
    return toNode({ handler: (request) => Auth(request, config) })
  },
  async now(url) {
    const config = options(await theirCredentials(), url)
    return toNode({ handler: (request) => OurAuth(request, config) })
  },
}

async function theirCredentials(): Promise<(options: object) => object> {
  const file = join(folder, 'node_modules/@auth/core/providers/credentials.js')
  return (await import(pathToFileURL(file).href)).default
}

interface Visit {
  place: Place
  context: BrowserContext
  page: Page
  /** Calls a function of the client in the page. */
  call<T>(name: string, ...values: unknown[]): Promise<T>
}

async function visit(client: string, routes: (url: string) => Promise<Routes>): Promise<Visit> {
  const place = await serve(client)
  place.use(await routes(place.origin))
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(place.origin)
  const call = <T>(name: string, ...values: unknown[]) =>
    page.evaluate(
      ([of, given]) => Reflect.get(window, 'client')[String(of)](...(given as unknown[])),
      [name, values],
    ) as Promise<T>
  return { place, context, page, call }
}

const greeting = (page: Page) => expect.poll(() => page.textContent('h1'))

const have = haveChromium('next-auth/react')

skipIf(!have).each([
  ['of version 4, unmodified', () => version4.client(), version4],
  ['of version 5, unmodified', () => version5.client(), version5],
  ['of ours, for version 4', () => own, version4],
  ['of ours, for version 5', () => own, version5],
])('next-auth/react %s, talks to us', (_, client, version) => {
  test('signs in and out, reads and changes the session', async () => {
    const { place, context, page, call } = await visit(client(), version.now)
    await greeting(page).toBe('unauthenticated ')
    expect(await call('getSession')).toBeNull()
    expect(Object.keys(await call('getProviders'))).toEqual(['credentials', 'club'])
    expect(await call('getCsrfToken')).toMatch(/^[\w-]{20,}$/)

    const refused = await call('signIn', 'credentials', { name: 'eve', redirect: false })
    expect(refused).toMatchObject({ ok: false, error: 'CredentialsSignin', status: 401, url: null })
    const entered = await call('signIn', 'credentials', { name: 'ada', redirect: false })
    expect(entered).toMatchObject({ ok: true, status: 200 })
    await greeting(page).toBe('authenticated Ada')
    await page.click('button')
    await expect.poll(() => page.textContent('p')).toBe('changed')
    await page.reload()
    await greeting(page).toBe('authenticated Ada')
    expect(await page.textContent('p')).toBe('changed')

    await call('signOut', { redirect: false })
    await greeting(page).toBe('unauthenticated ')
    await page.reload()
    await greeting(page).toBe('unauthenticated ')
    await context.close()
    await place.close()
  })

  test('hands on the parameters of signIn that a page may set', async () => {
    const { place, context, page, call } = await visit(client(), version.now)
    await page.route('https://club.test/**', (route) => route.fulfill({ body: 'the club' }))
    const params = { login_hint: 'ada', prompt: 'none', redirect_uri: 'https://evil.test' }
    await call('signIn', 'club', {}, params).catch(() => {})
    await page.waitForURL('https://club.test/**')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('login_hint')).toBe('ada')
    expect(searchParams.has('prompt')).toBe(false)
    expect(searchParams.get('redirect_uri')).toBe(`${place.origin}/api/auth/callback/club`)
    await context.close()
    await place.close()
  })

  test('stays signed in when the application moves here', async () => {
    const { place, context, page, call } = await visit(version.client(), version.before)
    await greeting(page).toBe('unauthenticated ')
    await call('signIn', 'credentials', { name: 'ada', redirect: false })
    await greeting(page).toBe('authenticated Ada')
    const names = async () => (await context.cookies()).map(({ name }) => name).join(' ')
    expect(await names()).toMatch(/(authjs|next-auth)\.session-token/)

    vi.unstubAllEnvs()
    vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', new Date().toISOString().slice(0, 10))
    place.use(await version.now(place.origin))
    await place.show(client())
    await page.reload()
    await greeting(page).toBe('authenticated Ada')
    await expect.poll(names).toMatch(/portico\.session/)
    expect(await names()).not.toContain('session-token')
    await page.reload()
    await greeting(page).toBe('authenticated Ada')
    await call('signOut', { redirect: false })
    await greeting(page).toBe('unauthenticated ')
    await context.close()
    await place.close()
  })

  /** Whoever is signed in comes to the page with what `SessionProvider` is told; says how often the session was asked for. */
  async function visitWith(props: object) {
    const visited = await visit(client(), version.now)
    const { place, page, call } = visited
    await call('signIn', 'credentials', { name: 'ada', redirect: false })
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/session$/.test(request.url())) asked.push(request.url())
    })
    // Time passes when the test says so.
    await page.clock.install()
    await page.goto(`${place.origin}/?props=${encodeURIComponent(JSON.stringify(props))}`)
    await page.locator('h1').waitFor()
    return { ...visited, asked }
  }

  const given = { user: { name: 'Given' }, expires: '2999-01-01T00:00:00.000Z' }
  const comeBack = (page: Page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

  test('SessionProvider shows the session that it is given, and asks nobody', async () => {
    const { place, context, page, asked } = await visitWith({ session: given })
    expect(await page.textContent('h1')).toBe('authenticated Given')
    expect(await page.textContent('h2')).toBe('authenticated')
    expect(await page.textContent('h3')).toBe('Nobody real')
    expect(asked).toEqual([])
    await context.close()
    await place.close()
  })

  test('a tab that comes back asks, unless told otherwise', async () => {
    const asks = await visitWith({ session: given })
    await comeBack(asks.page)
    await greeting(asks.page).toBe('authenticated Ada')
    await asks.context.close()
    await asks.place.close()

    const quiet = await visitWith({ session: given, refetchOnWindowFocus: false })
    await comeBack(quiet.page)
    await quiet.page.clock.runFor(60_000)
    expect(await quiet.page.textContent('h1')).toBe('authenticated Given')
    expect(quiet.asked).toEqual([])
    await quiet.context.close()
    await quiet.place.close()
  })

  test('a page may ask now and then, and not while it is offline', async () => {
    const props = { session: given, refetchInterval: 60, refetchWhenOffline: false }
    const { place, context, page, asked } = await visitWith(props)
    await page.clock.runFor(59_000)
    await context.setOffline(true)
    // The page hears of it a moment later.
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
    await page.clock.runFor(600_000)
    expect(asked).toEqual([])
    await context.setOffline(false)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
    await page.clock.runFor(60_000)
    await greeting(page).toBe('authenticated Ada')
    await context.close()
    await place.close()
  })

  test('the routes may be elsewhere on the same origin', async () => {
    const props = { basePath: '/elsewhere/auth', baseUrl: 'https://other.test' }
    const { place, context, asked } = await visitWith(props)
    await expect.poll(() => asked[0]).toBe(`${place.origin}/elsewhere/auth/session`)
    await context.close()
    await place.close()
  })
})
