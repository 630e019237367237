import { expect, test } from 'vitest'
import portico, { type AstroContext, toAstro } from '../../src/frameworks/astro.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { origin, secret } from '../setup.ts'

type Page = (context: AstroContext & { locals: { session?: unknown } }) => Promise<Response>

const day = 86_400_000

/** As much of Astro as a middleware can see: a context, and the page or the route behind it. */
function application(config: Partial<AuthConfig>, routes: Record<string, Page>) {
  const clock = { now: Date.now() }
  const auth: AuthInstance = Auth({
    url: origin,
    secret,
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => (name === 'ada' ? { id: 'ada', name: 'Ada' } : null),
      }),
    ],
    ...config,
    runtime: { now: () => clock.now, env: { NODE_ENV: 'test' }, ...config.runtime },
  })
  const door = toAstro(auth)
  const app = (request: Request) => {
    const { pathname } = new URL(request.url)
    const context = { request, locals: {}, clientAddress: '203.0.113.7', isPrerendered: false }
    const page = pathname.startsWith('/api/auth/') ? door.ALL : routes[pathname]
    return door.onRequest(context, async () => page?.(context) ?? new Response('', { status: 404 }))
  }
  const browser = createBrowser({ origin, app, now: () => clock.now })
  return { door, app, browser, clock }
}

const json = async (value: unknown) => Response.json((await value) ?? null)

test('pages learn who is there, and a guarded one sends people to sign in and back', async () => {
  const app = application(
    {},
    {
      '/': ({ locals }) => json(locals.session),
      '/orders': (context) => json(app.door.requireSession(context)),
      '/in': (context) => app.door.signIn(context, 'credentials', { fields: { name: 'ada' } }),
      '/out': (context) => app.door.signOut(context),
    },
  )
  const { browser } = app
  expect(await (await browser.visit('/')).json()).toBeNull()
  const asked = await browser.visit('/orders?page=2')
  expect(asked.status).toBe(303)
  const location = new URL(asked.headers.get('location') ?? '')
  expect(location.pathname).toBe('/api/auth/signin')
  expect(location.searchParams.get('callbackUrl')).toBe(`${origin}/orders?page=2`)
  const program = await browser.visit('/orders', { accept: '*/*' })
  expect([program.status, await program.json()]).toEqual([401, { error: 'SessionRequired' }])

  expect((await browser.submit('/in')).status).toBe(303)
  expect(await (await browser.visit('/')).json()).toMatchObject({ user: { name: 'Ada' } })
  expect(await (await browser.visit('/orders')).json()).toMatchObject({ user: { name: 'Ada' } })
  expect((await browser.submit('/out')).status).toBe(303)
  expect(await browser.session()).toBeNull()
})

test.each([
  { kind: 'cookie', storage: () => ({}) },
  { kind: 'database', storage: () => ({ storage: memory() }) },
])(
  'a $kind session that is due is renewed by a page, and not by signing out',
  async ({ storage }) => {
    const app = application(storage(), {
      '/': ({ locals }) => json(locals.session),
      '/out': (context) => app.door.signOut(context),
    })
    const { browser, clock } = app
    await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
    clock.now += 2 * day
    const lines = (await browser.visit('/')).headers.getSetCookie()
    expect(lines.filter((line) => line.includes('portico.session='))).toHaveLength(1)
    clock.now += 29 * day
    expect(await (await browser.visit('/')).json()).toMatchObject({ user: { name: 'Ada' } })
    clock.now += 2 * day
    await browser.submit('/out')
    expect(await browser.session()).toBeNull()
  },
)

test('an error that is not ours stays the application’s own', async () => {
  const app = application({}, { '/': () => Promise.reject(new RangeError('theirs')) })
  await expect(app.browser.visit('/')).rejects.toThrow(RangeError)
})

test('a prerendered page is left alone', async () => {
  const { door } = application({}, {})
  const context = {
    get request(): Request {
      throw new Error('a page that is made beforehand has no request')
    },
    locals: {},
    clientAddress: '',
    isPrerendered: true,
  }
  const page = new Response('hello')
  expect(await door.onRequest(context, async () => page)).toBe(page)
  expect(context.locals).toEqual({ session: null })
})

test('a prerendered page that asks for somebody is told which line it lacks', async () => {
  const { door } = application({}, {})
  const context = {
    request: new Request(`${origin}/orders`),
    locals: {},
    clientAddress: '',
    isPrerendered: true,
  }
  const refused = {
    code: 'Configuration',
    message: expect.stringContaining('prerendered'),
    hint: expect.stringContaining('export const prerender = false'),
  }
  await expect(door.requireSession(context)).rejects.toMatchObject(refused)
  await expect(door.signIn(context, 'credentials')).rejects.toMatchObject(refused)
  await expect(door.signOut(context)).rejects.toMatchObject(refused)
})

test('the integration puts route, middleware and types in their places', () => {
  const { hooks } = portico({ basePath: '/auth' })
  const done: unknown[] = []
  hooks['astro:config:setup']({
    command: 'build',
    config: { root: new URL('file:///app/') },
    injectRoute: (route) => void done.push(route),
    addMiddleware: (middleware) => void done.push(middleware),
  })
  hooks['astro:config:done']({ injectTypes: ({ content }) => void done.push(content) })
  const entrypoint = new URL('file:///app/src/auth.ts')
  expect(done).toEqual([
    { pattern: '/auth/[...auth]', entrypoint, prerender: false },
    { entrypoint, order: 'pre' },
    expect.stringContaining('session: '),
  ])
})
