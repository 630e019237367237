import { expect, test, vi } from 'vitest'
import { type SvelteKitEvent, toSvelteKit } from '../../src/frameworks/sveltekit.ts'
import { Auth, type AuthConfig, type AuthError, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { origin, secret } from '../setup.ts'
import { Redirect } from './doors/sveltekit.ts'

const redirect = (status: number, location: string): never => {
  throw new Redirect(status, location)
}

type Page = (event: SvelteKitEvent & { locals: { session?: unknown } }) => unknown

const day = 86_400_000

/** As much of SvelteKit as a hook can see: events, `resolve`, and what becomes of cookies and of what a page throws. */
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
  const door = toSvelteKit(auth, { redirect })
  const app = (request: Request, isDataRequest = false) => {
    const set: string[] = []
    const url = new URL(request.url.replace('/__data.json', ''))
    const event = {
      request,
      url,
      isDataRequest,
      locals: {},
      getClientAddress: () => '203.0.113.7',
      cookies: {
        set(name: string, value: string, { encode, maxAge }: Options) {
          set.push(`${name}=${encode(value)}; Path=/; Secure${maxAge === 0 ? '; Max-Age=0' : ''}`)
        },
      },
    }
    const resolve = async () => {
      const response = await answer(() => routes[url.pathname]?.(event))
      for (const line of set) response.headers.append('set-cookie', line)
      return response
    }
    return door.handle({ event, resolve })
  }
  const browser = createBrowser({ origin, app, now: () => clock.now })
  return { auth, door, app, browser, clock }
}

type Options = Parameters<SvelteKitEvent['cookies']['set']>[2]

async function answer(page: () => unknown): Promise<Response> {
  try {
    return Response.json((await page()) ?? null)
  } catch (thrown) {
    if (!(thrown instanceof Redirect)) throw thrown
    return new Response(null, { status: thrown.status, headers: { location: thrown.location } })
  }
}

const signedIn = async (browser: TestBrowser) => {
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
}

const kinds = [
  { kind: 'cookie', storage: () => ({}) },
  { kind: 'database', storage: () => ({ storage: memory() }) },
]

const sessionCookies = (response: Response) =>
  response.headers.getSetCookie().filter((line) => line.includes('portico.session='))

test('the hook serves the routes, and tells pages who is there', async () => {
  const { browser } = application({}, { '/': ({ locals }) => locals.session })
  expect(await (await browser.visit('/')).json()).toBeNull()
  await signedIn(browser)
  expect(await (await browser.visit('/')).json()).toMatchObject({ user: { name: 'Ada' } })
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})

test('one request reads its session once, however many ask', async () => {
  const reads = vi.fn(({ session }) => session)
  const app = application(
    { callbacks: { session: reads } },
    {
      '/': async (event) => [await app.door.session(event), await app.door.requireSession(event)],
    },
  )
  await signedIn(app.browser)
  reads.mockClear()
  const [one, two] = await (await app.browser.visit('/')).json()
  expect(one).toEqual(two)
  expect(reads).toHaveBeenCalledTimes(1)
})

test('a guarded page sends people to the sign-in page and back, programs get 401', async () => {
  const app = application({}, { '/orders': (event) => app.door.requireSession(event) })
  const { browser } = app
  const back = `${origin}/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${origin}/orders?page=2`)}`
  const asked = await browser.visit('/orders?page=2')
  expect([asked.status, asked.headers.get('location')]).toEqual([303, back])

  const program = await browser.visit('/orders', { accept: '*/*' })
  expect([program.status, await program.json()]).toEqual([401, { error: 'SessionRequired' }])

  await signedIn(browser)
  expect(await (await browser.visit('/orders')).json()).toMatchObject({ user: { name: 'Ada' } })
})

test('the data of a guarded page is a page too, and leads back to the page', async () => {
  const app = application({}, { '/orders': (event) => app.door.requireSession(event) })
  const request = new Request(`${origin}/orders/__data.json?page=2`, { headers: { accept: '*/*' } })
  const response = await app.app(request, true)
  expect(response.status).toBe(303)
  const location = new URL(response.headers.get('location') ?? '')
  expect(location.searchParams.get('callbackUrl')).toBe(`${origin}/orders?page=2`)
})

test('a form action signs in by what its form says, another one signs out', async () => {
  const app = application(
    {},
    {
      '/in': (event) => app.door.signIn(event),
      '/ada': (event) => app.door.signIn(event, 'credentials', { fields: { name: 'ada' } }),
      '/out': (event) => app.door.signOut(event, { callbackUrl: '/bye' }),
    },
  )
  const { browser } = app
  const form = { provider: 'credentials', name: 'ada', callbackUrl: '/welcome' }
  const response = await browser.submit('/in', form)
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/welcome`])
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })

  const left = await browser.submit('/out')
  expect([left.status, left.headers.get('location')]).toEqual([303, `${origin}/bye`])
  expect(await browser.session()).toBeNull()

  await browser.submit('/ada')
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})

test('a form that names no provider leads to the sign-in page, a wrong password too', async () => {
  const app = application({}, { '/in': (event) => app.door.signIn(event) })
  const asked = await app.browser.submit('/in')
  expect(asked.headers.get('location')).toBe(`${origin}/api/auth/signin`)
  const wrong = await app.browser.submit('/in', { provider: 'credentials', name: 'eve' })
  expect(wrong.headers.get('location')).toContain('/signin?error=CredentialsSignin')
})

test.each(kinds)('a $kind session that is due is renewed by any page', async ({ storage }) => {
  const { browser, clock } = application(storage(), { '/': ({ locals }) => locals.session })
  await signedIn(browser)
  expect(sessionCookies(await browser.visit('/'))).toEqual([])
  clock.now += 2 * day
  const response = await browser.visit('/')
  expect(sessionCookies(response)).toHaveLength(1)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  clock.now += 29 * day
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})

test.each(kinds)(
  'signing out of a $kind session that is due stays signed out',
  async ({ storage }) => {
    const app = application(storage(), {
      '/out': (event) => app.door.signOut(event),
    })
    await signedIn(app.browser)
    app.clock.now += 2 * day
    const response = await app.browser.submit('/out')
    expect(sessionCookies(response)).toHaveLength(1)
    expect(sessionCookies(response)[0]).toContain('Max-Age=0')
    expect(await app.browser.session()).toBeNull()
  },
)

test('wrong tries in a form action are counted by the address that SvelteKit knows', async () => {
  const app = application(
    { limits: { credentials: { perClient: 3 } } },
    {
      '/in': (event) => app.door.signIn(event),
    },
  )
  const errors: (string | null)[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    const { headers } = await app.browser.submit('/in', { provider: 'credentials', name })
    errors.push(new URL(headers.get('location') ?? '').searchParams.get('error'))
  }
  expect(errors.at(0)).toBe('CredentialsSignin')
  expect(errors.at(-1)).toBe('RateLimited')
})

test('a page that is made while building needs no configuration', async () => {
  const error = vi.fn((problem: AuthError) => void problem)
  vi.stubEnv('SVELTEKIT_FORK', 'true')
  const { app } = application(
    { secret: '', logger: { error } },
    { '/': ({ locals }) => locals.session },
  )
  expect(await (await app(new Request(origin))).json()).toBeNull()
  expect(error).not.toHaveBeenCalled()
  expect((await app(new Request(`${origin}/api/auth/signin`))).status).toBe(500)
  expect(error).toHaveBeenCalledTimes(1)
  vi.unstubAllEnvs()
})
