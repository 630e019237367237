import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { toHono } from '../../src/frameworks/hono.ts'
import { boundedFetch } from '../../src/http/bounded-fetch.ts'
import { cookiesAfter, type Member, people } from './people.ts'

const url = 'http://localhost:3000'
const page = { accept: 'text/html' }

function setup() {
  const world = people(url)
  const door = toHono(world.auth, {
    getConnInfo: (c) => ({ remote: { address: c.req.header('x-test-address') ?? '10.0.0.1' } }),
  })
  const { handler, session, requireSession, signIn } = door
  const app = new Hono()
  app.use('/api/auth/*', async (c, next) => {
    c.header('cache-control', 'public, max-age=60')
    c.res.headers.append('set-cookie', 'theme=dark')
    if (c.req.header('x-test-parse')) await c.req.parseBody()
    await next()
  })
  app.all('/api/auth/*', handler)
  app.get('/', async (c) => c.text(`Hello ${(await session(c))?.user.name ?? 'stranger'}`))
  app.get('/guarded', requireSession, (c) => {
    expectTypeOf(c.var.session).toEqualTypeOf<Member>()
    return c.json(c.var.session)
  })
  app.post('/echo', requireSession, async (c) => c.json(await c.req.json()))
  app.post('/login', async (c) => {
    const { name } = await c.req.parseBody()
    return signIn(c, 'credentials', { fields: { name }, callbackUrl: '/guarded' })
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(url + path, { headers })
  const post = (path: string, form: Record<string, string>, headers = {}) =>
    app.request(url + path, {
      method: 'POST',
      headers: { origin: url, ...page, ...headers },
      body: new URLSearchParams(form),
    })
  const signedIn = async () => cookiesAfter(await post('/login', { name: 'ada' }))
  return { ...world, get, post, app, signedIn }
}

test('server code signs somebody in, and sends them on; who is refused goes back', async () => {
  const { get, post, addresses } = setup()
  const response = await post('/login', { name: 'ada' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${url}/guarded`)
  expect(await addresses(cookiesAfter(response))).toEqual(['10.0.0.1'])
  expect(await (await get('/', { cookie: cookiesAfter(response) })).text()).toBe('Hello Ada')
  const refused = await post('/login', { name: 'eve' })
  expect(refused.headers.get('location')).toContain('/api/auth/signin?')
})

test('a guarded page sends strangers to sign in and back; programs get 401', async () => {
  const { get, signedIn } = setup()
  const stranger = await get('/guarded?tab=1', page)
  expect(stranger.status).toBe(303)
  const to = new URL(stranger.headers.get('location') ?? '')
  expect(to.searchParams.get('callbackUrl')).toBe(`${url}/guarded?tab=1`)
  const program = await get('/guarded')
  expect(program.status).toBe(401)
  expect(await program.json()).toEqual({ error: 'SessionRequired' })
  const response = await get('/guarded', { cookie: await signedIn() })
  expect(await response.json()).toMatchObject({ role: 'member' })
})

test('a session that is due is renewed with the page, once', async () => {
  const { get, later, signedIn } = setup()
  const cookie = await signedIn()
  expect((await get('/', { cookie })).headers.getSetCookie()).toEqual([])
  later(2)
  const response = await get('/', { cookie })
  expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=2592000')])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await get('/guarded', { cookie })).headers.getSetCookie()).toEqual([])
})

test.each([{}, { 'x-test-parse': 'yes' }])(
  'the mount answers behind other middleware, whatever that has set or parsed: %j',
  async (headers) => {
    const { get, post } = setup()
    const response = await post('/api/auth/callback/credentials', { name: 'ada' }, headers)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const cookie = cookiesAfter(response)
    expect(cookie).toContain('theme=dark')
    expect(await (await get('/', { cookie })).text()).toBe('Hello Ada')
  },
)

test('a body is still there behind the guard', async () => {
  const { app, signedIn } = setup()
  const headers = { cookie: await signedIn(), 'content-type': 'application/json' }
  const response = await app.request(`${url}/echo`, { method: 'POST', headers, body: '{"a":[1]}' })
  expect(await response.json()).toEqual({ a: [1] })
})

test('the visitor’s address comes from getConnInfo, or from Node’s socket', async () => {
  const { post, addresses } = setup()
  const from = { 'x-test-address': '10.0.0.7' }
  const known = await post('/api/auth/callback/credentials', { name: 'ada' }, from)
  expect(await addresses(cookiesAfter(known))).toEqual(['10.0.0.7'])
  const world = people(url)
  const app = new Hono().all('/api/auth/*', toHono(world.auth).handler)
  const body = new URLSearchParams({ name: 'ada' })
  const request = { method: 'POST', headers: { origin: url }, body }
  const node = { incoming: { socket: { remoteAddress: '10.0.0.8' } } }
  const response = await app.request(`${url}/api/auth/callback/credentials`, request, node)
  expect(await world.addresses(cookiesAfter(response))).toEqual(['10.0.0.8'])
})

/** The global Response of Hono's server: its headers are those that it was given. */
class HonoResponse extends Response {
  readonly #given: HeadersInit | undefined

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init)
    this.#given = init?.headers
  }

  override get headers(): Headers {
    return this.#given instanceof Headers ? this.#given : super.headers
  }
}

test('reads what a platform answers where the server of Hono has replaced Response', async () => {
  const platform = createServer((_, answer) => answer.end('{"fine":true}')).listen(0, '127.0.0.1')
  vi.stubGlobal('Response', HonoResponse)
  try {
    await once(platform, 'listening')
    const ask = boundedFetch(fetch, { timeout: 10_000, size: 1000 })
    const { port } = platform.address() as AddressInfo
    expect(await (await ask(`http://127.0.0.1:${port}/`)).json()).toEqual({ fine: true })
  } finally {
    vi.unstubAllGlobals()
    platform.close()
  }
})
