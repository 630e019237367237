import { expect, test } from 'vitest'
import {
  type SolidStartAuth,
  type SolidStartEvent,
  toSolidStart,
} from '../../src/frameworks/solid-start.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { cookiesAfter, type Member, people } from './people.ts'

type Verbs = SolidStartAuth<Member, 'credentials'>
type Routes = (verbs: Verbs) => Record<string, () => unknown>

/** As much of SolidStart as server code sees: API routes, server functions at `/_server`, and the event at hand. */
function application(routes: Routes) {
  const club = people(origin)
  let current: SolidStartEvent | undefined
  const verbs = toSolidStart(club.auth, () => current)
  const found = routes(verbs)
  const app = async (plain: Request) => {
    const request = Object.assign(plain, { ip: '203.0.113.7' })
    const { pathname } = new URL(request.url)
    const locals = pathname === '/_server' ? { serverFunctionMeta: {} } : {}
    const event = { request, response: { headers: new Headers() }, locals }
    current = event
    const ours = () => (request.method === 'GET' ? verbs.GET(event) : verbs.POST(event))
    const respond = pathname.startsWith('/api/auth/') ? ours : found[pathname]
    const answer = await Promise.resolve(respond?.()).catch(thrown)
    const response = answer instanceof Response ? answer : Response.json(answer ?? null)
    const headers = new Headers(response.headers)
    // Cookies that were set before stand behind those of a returned response.
    for (const [name, value] of event.response.headers) headers.append(name, value)
    return new Response(response.body, { status: response.status, headers })
  }
  /** After a form, SolidStart reads the next page with the cookies that the form has set, and answers both at once. */
  const nextPage = async (path: string, cookie: string) => {
    const request = new Request(origin + path, { headers: { cookie } })
    current = { request, response: current?.response ?? { headers: new Headers() }, locals: {} }
    return verbs.session()
  }
  const browser = createBrowser({ origin, app, now: club.now })
  return { ...club, verbs, app, nextPage, browser }
}

/** The router follows a response that a server function throws; h3 answers with errors that have its own name. */
function thrown(error: unknown): Response {
  if (error instanceof Response) return error
  if (!(error instanceof Error && error.name === 'HTTPError')) throw error
  const init = { status: Reflect.get(error, 'status'), headers: Reflect.get(error, 'headers') }
  return new Response(JSON.stringify(error), init)
}

const sent = ({ cookies }: TestBrowser) =>
  Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')

test('server code learns who is there, and a guard sends people to sign in and back', async () => {
  const { browser, addresses } = application(({ session, requireSession, signIn, signOut }) => ({
    '/api/role': async () => (await session())?.role,
    '/api/orders': () => requireSession(),
    '/in': () => signIn('credentials', { fields: { name: 'ada' } }),
    '/out': () => signOut(),
  }))
  expect(await (await browser.visit('/api/role')).json()).toBeNull()
  const asked = await browser.visit('/api/orders?page=2')
  expect(asked.status).toBe(303)
  const location = new URL(asked.headers.get('location') ?? '')
  expect(location.pathname).toBe('/api/auth/signin')
  expect(location.searchParams.get('callbackUrl')).toBe(`${origin}/api/orders?page=2`)
  const program = await browser.visit('/api/orders', { accept: '*/*' })
  expect([program.status, await program.json()]).toEqual([401, { error: 'SessionRequired' }])

  expect((await browser.submit('/in')).status).toBe(303)
  expect(await addresses(sent(browser))).toEqual(['203.0.113.7'])
  expect(await (await browser.visit('/api/role')).json()).toBe('member')
  const orders = await browser.visit('/api/orders')
  expect(await orders.json()).toMatchObject({ user: { name: 'Ada' } })
  expect((await browser.submit('/out')).status).toBe(303)
  expect(await browser.session()).toBeNull()
})

test('a server function leads back to the page that it was called for', async () => {
  const { app } = application(({ requireSession }) => ({
    '/_server': () => requireSession({ callbackUrl: '/orders?page=2' }),
  }))
  // The router does not ask for a page: it follows the redirect for the person.
  const response = await app(new Request(`${origin}/_server`, { headers: { accept: '*/*' } }))
  expect(response.status).toBe(303)
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  expect(searchParams.get('callbackUrl')).toBe(`${origin}/orders?page=2`)
})

test('the page that a form leads to knows who has just signed in or out', async () => {
  const { app, nextPage } = application(({ session, signIn, signOut }) => ({
    '/_server': async () =>
      (await session()) ? signOut() : signIn('credentials', { fields: { name: 'ada' } }),
  }))
  const headers = { 'sec-fetch-site': 'same-origin' }
  const entered = await app(new Request(`${origin}/_server`, { method: 'POST', headers }))
  const cookie = cookiesAfter(entered)
  expect(await nextPage('/', cookie)).toMatchObject({ user: { name: 'Ada' } })
  const again = { method: 'POST', headers: { ...headers, cookie } }
  const left = await app(new Request(`${origin}/_server`, again))
  expect(await nextPage('/', cookiesAfter(left, cookie))).toBeNull()
})

test('a session that is due is renewed by a GET, and not by signing out', async () => {
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
  expect((await browser.visit('/')).headers.getSetCookie()).toHaveLength(1)
  later(29)
  expect(await (await browser.visit('/')).json()).toMatchObject({ user: { name: 'Ada' } })
  later(2)
  // Also where a page signs out by itself, after it has read the session.
  await browser.visit('/out')
  expect(await browser.session()).toBeNull()
})

test('says that nobody asks where no request is answered', () => {
  const { verbs } = application(() => ({}))
  expect(() => verbs.session()).toThrow('There is no request')
})
