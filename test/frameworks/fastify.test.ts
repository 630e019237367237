import fastify from 'fastify'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { toFastify } from '../../src/frameworks/fastify.ts'
import { cookiesAfter, type Member, people } from './people.ts'

const url = 'http://127.0.0.1'
const page = { accept: 'text/html' }
const world = people(url)
const { handler, session, requireSession, guardedSession, signIn } = toFastify(world.auth)
const app = fastify({ trustProxy: true })

beforeAll(async () => {
  // What @fastify/formbody does.
  const form = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('set-cookie', 'theme=dark').header('vary', 'Accept-Language')
    reply.header('cache-control', 'public').header('x-frame-options', 'DENY')
  })
  app.register(handler, { prefix: '/api/auth' })
  app.get('/', async (request, reply) => {
    return `Hello ${(await session(request, reply))?.user.name ?? 'stranger'}`
  })
  app.get('/read', async (request) => `Hello ${(await session(request))?.user.name}`)
  app.get<{ Reply: Member }>('/guarded', { preHandler: requireSession }, (request, reply) => {
    expectTypeOf(guardedSession(request)).toEqualTypeOf<Member>()
    reply.send(guardedSession(request))
  })
  app.get('/forgotten', (request) => guardedSession(request))
  app.post('/echo', { onRequest: requireSession }, async (request) => request.body)
  app.post<{ Body: Record<string, string> }>('/login', (request, reply) =>
    signIn(request, reply, 'credentials', { fields: request.body, callbackUrl: '/guarded' }),
  )
  await app.ready()
})

afterAll(() => app.close())

async function send(method: 'GET' | 'POST', path: string, headers = {}, payload?: string) {
  const injected = await app.inject({ method, url: path, headers, ...(payload && { payload }) })
  const answer = new Headers()
  for (const [name, value] of Object.entries(injected.headers)) {
    for (const one of [value ?? []].flat()) answer.append(name, String(one))
  }
  const body = injected.body === '' ? null : injected.body
  return new Response(body, { status: injected.statusCode, headers: answer })
}

const host = { host: '127.0.0.1' }
const get = (path: string, headers = {}) => send('GET', path, { ...host, ...headers })

const post = (path: string, form: Record<string, string>, headers = {}) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(form).toString()
  return send('POST', path, { ...host, origin: url, ...page, ...type, ...headers }, body)
}

const signedIn = async () => cookiesAfter(await post('/login', { name: 'ada' }))

test('server code signs somebody in, and sends them on; who is refused goes back', async () => {
  const response = await post('/login', { name: 'ada' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${url}/guarded`)
  expect(await (await get('/', { cookie: cookiesAfter(response) })).text()).toBe('Hello Ada')
  const refused = await post('/login', { name: 'eve' })
  expect(refused.headers.get('location')).toContain('/api/auth/signin?')
  const program = await post('/login', { name: 'eve' }, { accept: 'application/json' })
  expect(program.status).toBe(401)
  expect(await program.json()).toEqual({ error: 'CredentialsSignin' })
})

test('a guarded page sends strangers to sign in and back; programs get 401', async () => {
  const stranger = await get('/guarded?tab=1', page)
  expect(stranger.status).toBe(303)
  const to = new URL(stranger.headers.get('location') ?? '')
  expect(to.searchParams.get('callbackUrl')).toBe(`${url}/guarded?tab=1`)
  const program = await get('/guarded')
  expect(program.status).toBe(401)
  expect(await program.json()).toEqual({ error: 'SessionRequired' })
  const cookie = await signedIn()
  expect(await (await get('/guarded', { cookie })).json()).toMatchObject({ role: 'member' })
})

test('a route that forgot its guard shows nothing, even to members', async () => {
  expect((await get('/forgotten', { cookie: await signedIn() })).status).toBe(500)
})

test('a session that is due is renewed with the page, beside what others set; a mere read writes nothing', async () => {
  const cookie = await signedIn()
  expect((await get('/', { cookie })).headers.getSetCookie()).toEqual(['theme=dark'])
  world.later(2)
  expect((await get('/read', { cookie })).headers.getSetCookie()).toEqual(['theme=dark'])
  const response = await get('/', { cookie })
  expect(response.headers.getSetCookie()).toEqual([
    'theme=dark',
    expect.stringMatching(/^portico\.session=.*Max-Age=2592000/),
  ])
  expect(response.headers.get('vary')).toBe('Accept-Language, Cookie')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('the mount reads bodies itself, and keeps what hooks have set on the reply', async () => {
  const response = await post('/api/auth/callback/credentials', { name: 'ada' })
  expect(response.status).toBe(303)
  const cookie = cookiesAfter(response)
  expect(cookie).toContain('theme=dark')
  expect(response.headers.get('x-frame-options')).toBe('DENY')
  expect(response.headers.get('vary')).toMatch(/^Accept-Language, /)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await (await get('/', { cookie })).text()).toBe('Hello Ada')
})

test('bodies of the application are parsed as before, on both sides of the guard', async () => {
  const headers = { ...host, cookie: await signedIn(), 'content-type': 'application/json' }
  const response = await send('POST', '/echo', headers, '{"list":[1,2]}')
  expect(await response.json()).toEqual({ list: [1, 2] })
})

test('the mount lives in a scope with a prefix of its own', async () => {
  const nested = fastify()
  await nested.register(async (scope) => scope.register(handler, { prefix: '/auth' }), {
    prefix: '/api',
  })
  const response = await nested.inject({ url: '/api/auth/session?fresh=1', headers: host })
  expect([response.statusCode, response.body]).toEqual([200, 'null'])
})

test('an application of HTTP/2 takes the same verbs', async () => {
  const http2 = fastify({ http2: true })
  http2.get('/guarded', { onRequest: requireSession }, async (request) => guardedSession(request))
  await http2.register(handler, { prefix: '/api/auth' })
  expect(http2.hasRoute({ method: 'POST', url: '/api/auth/*' })).toBe(true)
})

test('the visitor’s address is what Fastify makes of its proxies', async () => {
  const from = { 'x-forwarded-for': '10.0.0.7' }
  const response = await post('/api/auth/callback/credentials', { name: 'ada' }, from)
  expect(await world.addresses(cookiesAfter(response))).toContain('10.0.0.7')
})
