import { expect, test } from 'vitest'
import { type TanStackAuth, toTanStackStart } from '../../src/frameworks/tanstack-start.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { redirect } from './doors/tanstack-start.ts'
import { type Member, people } from './people.ts'

type Verbs = TanStackAuth<Member, 'credentials'>
type Routes = (verbs: Verbs) => Record<string, () => unknown>

/** As much of TanStack Start as server code sees: the request at hand, and headers for its response. */
function application(routes: Routes) {
  const club = people(origin)
  let request = new Request(origin)
  let headers = new Headers()
  const verbs = toTanStackStart(club.auth, {
    redirect,
    getRequest: () => request,
    getRequestIP: () => '203.0.113.7',
    appendResponseHeader: (name, value) => headers.append(name, value),
    setResponseHeader: (name, value) => headers.set(name, value),
  })
  const found = routes(verbs)
  const app = async (incoming: Request) => {
    request = incoming
    headers = new Headers()
    const { pathname } = new URL(request.url)
    const ours = request.method === 'GET' ? verbs.handlers.GET : verbs.handlers.POST
    const respond = pathname.startsWith('/api/auth/') ? ours : found[pathname]
    const answer = await Promise.resolve(respond?.()).catch((thrown: unknown) => thrown)
    if (answer instanceof Error) throw answer
    const response = answer instanceof Response ? answer : Response.json(answer ?? null)
    for (const [name, value] of headers) response.headers.append(name, value)
    return response
  }
  return { ...club, verbs, app, browser: createBrowser({ origin, app, now: club.now }) }
}

const sent = ({ cookies }: TestBrowser) =>
  Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')

test('server code learns who is there, and a guard sends people to sign in and back', async () => {
  const { browser, addresses } = application(({ session, requireSession, signIn, signOut }) => ({
    '/': async () => (await session())?.role,
    '/orders': () => requireSession(),
    '/in': () => signIn('credentials', { fields: { name: 'ada' } }),
    '/out': () => signOut(),
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
  expect(await addresses(sent(browser))).toEqual(['203.0.113.7'])
  expect(await (await browser.visit('/')).json()).toBe('member')
  expect(await (await browser.visit('/orders')).json()).toMatchObject({ user: { name: 'Ada' } })
  expect((await browser.submit('/out')).status).toBe(303)
  expect(await browser.session()).toBeNull()
})

test('a server function sends the router to the sign-in page, and back to its own page', async () => {
  const { app } = application(({ requireSession }) => ({
    '/_serverFn/1': () => requireSession({ callbackUrl: '/orders?page=2' }),
  }))
  const headers = { 'x-tsr-serverFn': 'true', accept: 'application/json' }
  const response = await app(new Request(`${origin}/_serverFn/1`, { headers }))
  expect(response).toMatchObject({ status: 303, options: { reloadDocument: true } })
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  expect(searchParams.get('callbackUrl')).toBe(`${origin}/orders?page=2`)
})

test('a session that is due is renewed by a page, and not by signing out', async () => {
  const { browser, later } = application(({ session, signOut }) => ({
    '/': session,
    '/out': async () => {
      await session()
      return signOut()
    },
  }))
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  expect((await browser.visit('/')).headers.getSetCookie()).toEqual([])
  later(2)
  const renewed = await browser.visit('/')
  expect(renewed.headers.getSetCookie()).toHaveLength(1)
  expect(renewed.headers.get('cache-control')).toContain('no-store')
  later(29)
  expect(await (await browser.visit('/')).json()).toMatchObject({ user: { name: 'Ada' } })
  later(2)
  await browser.submit('/out')
  expect(await browser.session()).toBeNull()
})
