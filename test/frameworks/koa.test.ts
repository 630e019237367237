import { createServer, type Server } from 'node:http'
import Koa, { type Middleware } from 'koa'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { toKoa } from '../../src/frameworks/koa.ts'
import { cookiesAfter, type Member, type People, people } from './people.ts'

let server: Server
let url: string
let world: People
let seen: [string, number][]

const page = { accept: 'text/html' }

beforeAll(async () => {
  const app = new Koa({ proxy: true })
  app.silent = true
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  world = people(url)
  seen = []
  const door = toKoa(world.auth)
  const { handler, session, requireSession, guardedSession, signIn } = door
  app.use(async (ctx, next) => {
    ctx.set('vary', 'Accept-Language')
    ctx.set('cache-control', 'public')
    ctx.cookies.set('theme', 'dark')
    await next()
    seen.push([ctx.path, ctx.status])
  })
  // What body parsers of Koa do.
  app.use(async (ctx, next) => {
    if (ctx.get('x-test-parse')) {
      let text = ''
      for await (const chunk of ctx.req.setEncoding('utf8')) text += chunk
      Object.assign(ctx.request, { body: Object.fromEntries(new URLSearchParams(text)) })
    }
    // What koa-mount does.
    if (ctx.path.startsWith('/api/auth/')) ctx.path = ctx.path.slice('/api/auth'.length)
    await next()
  })
  const routes: Record<string, Middleware> = {
    '/': async (ctx) => {
      ctx.body = `Hello ${(await session(ctx))?.user.name ?? 'stranger'}`
    },
    '/guarded': (ctx) =>
      requireSession(ctx, async () => {
        expectTypeOf(guardedSession(ctx)).toEqualTypeOf<Member>()
        ctx.body = guardedSession(ctx)
      }),
    '/forgotten': (ctx) => {
      ctx.body = guardedSession(ctx)
    },
    '/login': (ctx) => {
      const fields = { name: ctx.query.name }
      return signIn(ctx, 'credentials', { fields, callbackUrl: '/guarded' })
    },
  }
  app.use(async (ctx, next) => {
    const route = ctx.originalUrl.startsWith('/api/auth/') ? handler : routes[ctx.path]
    await route?.(ctx, next)
  })
  server.on('request', app.callback())
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers, redirect: 'manual' })

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { origin: url, ...page, ...headers },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

const signedIn = async () => cookiesAfter(await post('/login?name=ada', {}))

test('server code signs somebody in, and sends them on; who is refused goes back', async () => {
  const response = await post('/login?name=ada', {})
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${url}/guarded`)
  expect(response.headers.get('content-type')).toBeNull()
  expect(await (await get('/', { cookie: cookiesAfter(response) })).text()).toBe('Hello Ada')
  const refused = await post('/login?name=eve', {})
  expect(refused.headers.get('location')).toContain('/api/auth/signin?')
  const program = await post('/login?name=eve', {}, { accept: 'application/json' })
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

test('a session that is due is renewed with the page, beside what others set', async () => {
  const cookie = await signedIn()
  expect((await get('/', { cookie })).headers.getSetCookie()).toHaveLength(1)
  world.later(2)
  const response = await get('/', { cookie })
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^theme=dark/),
    expect.stringMatching(/^portico\.session=.*Max-Age=2592000/),
  ])
  expect(response.headers.get('vary')).toBe('Accept-Language, Cookie')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test.each([{}, { 'x-test-parse': 'yes' }])(
  'the mount answers through Koa, below koa-mount and whatever was parsed before: %j',
  async (headers) => {
    const response = await post('/api/auth/callback/credentials', { name: 'ada' }, headers)
    expect(response.status).toBe(303)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toMatch(/^Accept-Language, /)
    const cookie = cookiesAfter(response)
    expect(cookie).toContain('theme=dark')
    expect(await (await get('/', { cookie })).text()).toBe('Hello Ada')
    // Middleware before us sees the answer.
    expect(seen.at(-2)).toEqual(['/callback/credentials', 303])
  },
)

test('the visitor’s address is what Koa makes of its proxies', async () => {
  const from = { 'x-forwarded-for': '10.0.0.7' }
  const response = await post('/api/auth/callback/credentials', { name: 'ada' }, from)
  expect(await world.addresses(cookiesAfter(response))).toContain('10.0.0.7')
})
