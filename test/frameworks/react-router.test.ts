import { expect, test } from 'vitest'
import {
  type ReactRouterArgs,
  type ReactRouterAuth,
  type ReactRouterContext,
  type ReactRouterOptions,
  toReactRouter,
} from '../../src/frameworks/react-router.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { contextProvider } from './doors/react-router.ts'
import { type Member, people } from './people.ts'

type Verbs = ReactRouterAuth<Member, 'credentials'>
type Route = (args: ReactRouterArgs) => unknown

/** As much of React Router as a route sees: middleware around a loader or an action, whose responses may be thrown. */
function application(
  routes: (verbs: Verbs) => Record<string, Route>,
  options?: ReactRouterOptions,
) {
  const club = people(origin)
  const verbs = toReactRouter(club.auth, options)
  const found = routes(verbs)
  const app = async (request: Request) => {
    const url = new URL(request.url.replace(/(_)?\.data/, ''))
    const args = { request, url, context: contextProvider() }
    const ours = request.method === 'GET' ? verbs.loader : verbs.action
    const route = url.pathname.startsWith('/api/auth/') ? ours : found[url.pathname]
    const respond = async () => {
      try {
        const value = await route?.(args)
        return value instanceof Response ? value : Response.json(value ?? null)
      } catch (thrown) {
        if (thrown instanceof Response) return thrown
        throw thrown
      }
    }
    const [middleware] = verbs.middleware
    const response = await middleware?.(args, respond)
    if (!(response instanceof Response)) throw new Error('middleware lost the response')
    return response
  }
  return { ...club, verbs, app, browser: createBrowser({ origin, app, now: club.now }) }
}

const sent = ({ cookies }: TestBrowser) =>
  Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')

const reloads = (response: Response) => response.headers.has('x-remix-reload-document')

test('loaders learn who is there, and a guarded one sends people to sign in and back', async () => {
  const { browser } = application(({ sessionContext, requireSession, signIn, signOut }) => ({
    '/': ({ context }) => context.get(sessionContext)?.role,
    '/orders': requireSession,
    '/in': (args) => signIn(args, 'credentials', { fields: { name: 'ada' } }),
    '/out': (args) => signOut(args),
  }))
  expect(await (await browser.visit('/')).json()).toBeNull()
  const asked = await browser.visit('/orders?page=2')
  expect(asked.status).toBe(303)
  const location = new URL(asked.headers.get('location') ?? '')
  expect(location.pathname).toBe('/api/auth/signin')
  expect(location.searchParams.get('callbackUrl')).toBe(`${origin}/orders?page=2`)
  const program = await browser.visit('/orders', { accept: '*/*' })
  expect([program.status, await program.json()]).toEqual([401, { error: 'SessionRequired' }])

  expect((await browser.submit('/in')).status).toBe(303)
  expect(await (await browser.visit('/')).json()).toBe('member')
  expect(await (await browser.visit('/orders')).json()).toMatchObject({ user: { name: 'Ada' } })
  expect((await browser.submit('/out')).status).toBe(303)
  expect(await browser.session()).toBeNull()
})

test('the router in the browser is told to open our pages, not to look for their data', async () => {
  const { app } = application(({ requireSession, signIn }) => ({
    '/orders': requireSession,
    '/in': (args) => signIn(args),
  }))
  const ask = (path: string, init?: RequestInit) => app(new Request(`${origin}${path}`, init))
  const guarded = await ask('/orders.data?page=2')
  expect([guarded.status, reloads(guarded)]).toEqual([303, true])
  const { searchParams } = new URL(guarded.headers.get('location') ?? '')
  expect(searchParams.get('callbackUrl')).toBe(`${origin}/orders?page=2`)
  const link = await ask('/api/auth/signin.data')
  expect([link.status, reloads(link)]).toEqual([303, true])
  expect(link.headers.get('location')).toBe(`${origin}/api/auth/signin`)
  const form = await ask('/in.data', { method: 'POST', headers: { origin } })
  expect([form.status, reloads(form)]).toEqual([303, true])
})

test('a session that is due is renewed by a page, and not by signing out', async () => {
  const { browser, later } = application(({ sessionContext, signOut }) => ({
    '/': ({ context }) => context.get(sessionContext),
    '/out': (args) => signOut(args),
  }))
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  expect((await browser.visit('/')).headers.getSetCookie()).toEqual([])
  later(2)
  expect((await browser.visit('/')).headers.getSetCookie()).toHaveLength(1)
  later(29)
  expect(await (await browser.visit('/')).json()).toMatchObject({ user: { name: 'Ada' } })
  later(2)
  await browser.submit('/out')
  expect(await browser.session()).toBeNull()
})

test('a session is read without the middleware, too', async () => {
  const { browser, verbs, auth } = application(() => ({}))
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  const request = new Request(origin, { headers: { cookie: sent(browser) } })
  const args = { request, url: new URL(origin), context: contextProvider() }
  expect(await verbs.session(args)).toEqual(await auth.session(request))
})

test('the visitor’s address is the one that the server put into the context', async () => {
  const place: ReactRouterContext<string> = { defaultValue: '203.0.113.7' }
  const { browser, addresses } = application(() => ({}), {
    address: ({ context }) => context.get(place),
  })
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  expect(await addresses(sent(browser))).toEqual(['203.0.113.7'])
})

// CVE-2026-22030: an action ran for a form of any site, if the browser sent it as a document.
test.each([
  ['a form of another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['one in an old browser', { origin: 'https://evil.test' }],
  ['one of a page that hides itself', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['one of a neighbour', { origin: 'https://x.app.test', 'sec-fetch-site': 'same-site' }],
])('a document POST acts for nobody if it is %s', async (_, from) => {
  const { app, browser } = application(({ signIn, signOut }) => ({
    '/login': (args) => signIn(args, 'credentials', { fields: { name: 'ada' } }),
    '/logout': (args) => signOut(args),
  }))
  const post = (path: string, headers: Record<string, string>) =>
    app(
      new Request(origin + path, {
        method: 'POST',
        headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...headers },
        body: new URLSearchParams({ name: 'ada' }),
      }),
    )
  const paths = ['/login', '/login.data', '/api/auth/callback/credentials', '/api/auth/signout']
  for (const path of [...paths, '/api/auth/signin/credentials', '/logout', '/logout.data']) {
    const cookies = (await post(path, from)).headers.getSetCookie().join()
    expect(cookies).not.toMatch(/session=[^;]/)
  }
  await browser.send(
    new Request(`${origin}/login`, { method: 'POST', headers: { origin }, body: '' }),
  )
  const cookie = sent(browser)
  expect(cookie).toContain('session=')
  for (const path of ['/logout', '/logout.data', '/api/auth/signout']) {
    const refused = await post(path, { ...from, cookie })
    expect(refused.headers.getSetCookie().join()).not.toMatch(/session=;/)
  }
  const session = await app(new Request(`${origin}/api/auth/session`, { headers: { cookie } }))
  expect(await session.json()).toMatchObject({ user: { name: 'Ada' } })
})
