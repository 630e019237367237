import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  errorHandler,
  type H3Auth,
  type H3Event,
  type NodeEvent,
  toH3,
} from '../../src/frameworks/h3.ts'
import { cookiesAfter, type Member, type People, people } from './people.ts'

type Verbs = H3Auth<Member, 'credentials'>
type Routes = (verbs: Verbs) => Record<string, (event: H3Event) => unknown>
type Send = (path: string, init?: RequestInit) => Promise<Response>
type Application = People & { send: Send; url: string; verbs: Verbs }

/** Version 1 as Nitro 2 has it: an event holds Node's objects, and an error handler may answer with a response. */
async function versionOne(routes: Routes): Promise<Application> {
  let answer: (event: NodeEvent) => Promise<Response> = async () => new Response()
  const server = createServer(async (req, res) => {
    const response = await answer({ node: { req, res }, context: {} })
    for (const [name, value] of response.headers) {
      if (name === 'set-cookie') res.appendHeader(name, value)
      else res.setHeader(name, value)
    }
    res.statusCode = response.status
    res.end(new Uint8Array(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const club = people(url)
  const verbs = toH3(club.auth)
  const found = routes(verbs)
  answer = async (event) => {
    try {
      const path = event.node.req.url?.split('?')[0] ?? ''
      await verbs.middleware(event)
      const route = path.startsWith('/api/auth/') ? verbs.handler : found[path]
      return toResponse(await route?.(event))
    } catch (error) {
      const answers: Response[] = []
      await errorHandler(error, { respondWith: async (response) => void answers.push(response) })
      return answers[0] ?? Response.json(error, { status: 500 })
    }
  }
  const send: Send = (path, init) => fetch(url + path, { redirect: 'manual', ...init })
  return { ...club, send, url, verbs }
}

/** Version 2: an event holds a `Request`; cookies that were set before stand behind those of a returned response. */
async function versionTwo(routes: Routes): Promise<Application> {
  const url = 'https://app.test'
  const club = people(url)
  const verbs = toH3(club.auth)
  const found = routes(verbs)
  const send: Send = async (path, init) => {
    const req = Object.assign(new Request(url + path, init), { ip: '127.0.0.1' })
    const event = { req, res: { headers: new Headers() }, context: {} }
    const { pathname } = new URL(req.url)
    const route = pathname.startsWith('/api/auth/') ? verbs.handler : found[pathname]
    try {
      await verbs.middleware(event)
      const response = toResponse(await route?.(event))
      const headers = new Headers(response.headers)
      for (const cookie of event.res.headers.getSetCookie()) headers.append('set-cookie', cookie)
      return new Response(response.body, { status: response.status, headers })
    } catch (error) {
      // Its own errors are known by their name; they say their status, their headers and their JSON.
      if (!(error instanceof Error && error.name === 'HTTPError')) throw error
      const init = { status: Reflect.get(error, 'status'), headers: Reflect.get(error, 'headers') }
      return new Response(JSON.stringify(error), init)
    }
  }
  return { ...club, send, url, verbs }
}

function toResponse(value: unknown): Response {
  return value instanceof Response ? value : Response.json(value ?? null)
}

const page = (cookie = '') => ({ headers: { accept: 'text/html', cookie } })
const form = (cookie = '', body = {}) => ({
  method: 'POST',
  headers: { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin' },
  body: new URLSearchParams(body),
})

test.each([
  { version: 1, application: versionOne },
  { version: 2, application: versionTwo },
])('h3 $version: a guard sends people to sign in and back, and tells programs', async (h3) => {
  const { send, url, addresses } = await h3.application(({ requireSession, signIn, signOut }) => ({
    '/': ({ context }) => Reflect.get(context, 'session'),
    '/orders': requireSession,
    '/in': (event) => signIn(event, 'credentials', { fields: { name: 'ada' } }),
    '/out': (event) => signOut(event),
  }))
  const asked = await send('/orders?page=2', page())
  expect(asked.status).toBe(303)
  const location = new URL(asked.headers.get('location') ?? '')
  expect(location.pathname).toBe('/api/auth/signin')
  expect(location.searchParams.get('callbackUrl')).toBe(`${url}/orders?page=2`)
  const program = await send('/orders', { headers: { accept: '*/*' } })
  expect([program.status, await program.json()]).toEqual([401, { error: 'SessionRequired' }])
  expect(await (await send('/', page())).json()).toBeNull()

  const entered = await send('/in', form())
  expect(entered.status).toBe(303)
  const cookie = cookiesAfter(entered)
  expect(await addresses(cookie)).toEqual(['127.0.0.1'])
  expect(await (await send('/', page(cookie))).json()).toMatchObject({ user: { name: 'Ada' } })
  expect(await (await send('/orders', page(cookie))).json()).toMatchObject({ role: 'member' })
  const left = await send('/out', form(cookie))
  expect(left.status).toBe(303)
  expect(cookiesAfter(left, cookie)).not.toContain('portico.session=')
})

test.each([
  { version: 1, application: versionOne },
  { version: 2, application: versionTwo },
])('h3 $version: a session that is due is renewed, but not by signing out', async (h3) => {
  const { send, later } = await h3.application(({ session, signOut }) => ({
    '/': session,
    '/out': async (event) => {
      await session(event)
      return signOut(event)
    },
  }))
  const entered = await send('/api/auth/callback/credentials', form('', { name: 'ada' }))
  const cookie = cookiesAfter(entered)
  expect((await send('/', page(cookie))).headers.getSetCookie()).toEqual([])
  later(2)
  expect((await send('/', page(cookie))).headers.getSetCookie()).toHaveLength(1)
  later(2)
  expect((await send('/', form(cookie))).headers.getSetCookie()).toEqual([])
  // Also where a page signs out by itself, after it has read the session.
  const left = await send('/out', page(cookie))
  expect(cookiesAfter(left, cookie)).not.toContain('portico.session=')
})

test('a WebSocket opens for who is signed in, on a page of this origin', async () => {
  const { send, url, verbs } = await versionTwo(() => ({}))
  const entered = await send('/api/auth/callback/credentials', form('', { name: 'ada' }))
  const cookie = cookiesAfter(entered)
  const upgrade = (headers: Record<string, string>) => {
    const request = { headers: new Headers(headers), context: {} }
    return verbs.upgrade(request).then(() => verbs.peerSession(request).user.name)
  }
  expect(await upgrade({ cookie, origin: url })).toBe('Ada')
  const refused = { response: expect.objectContaining({ status: 401 }) }
  await expect(upgrade({ origin: url })).rejects.toMatchObject(refused)
  await expect(upgrade({ cookie, origin: 'https://evil.test' })).rejects.toMatchObject(refused)
})

test('an error that is not ours stays the application’s own', async () => {
  const answers: Response[] = []
  const event = { respondWith: async (response: Response) => void answers.push(response) }
  await errorHandler(Object.assign(new Error('theirs'), { response: new Response() }), event)
  expect(answers).toEqual([])
})
