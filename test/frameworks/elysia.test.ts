import { Elysia } from 'elysia'
import { expect, expectTypeOf, test } from 'vitest'
import { toElysia } from '../../src/frameworks/elysia.ts'
import { cookiesAfter, type Member, people } from './people.ts'

const url = 'http://localhost:3000'
const page = { accept: 'text/html' }

function setup() {
  const world = people(url)
  const { handler, session, requireSession, signIn } = toElysia(world.auth)
  const app = new Elysia()
    .onRequest(({ set }) => {
      set.headers.vary = 'Accept-Language'
      set.headers['cache-control'] = 'public'
    })
    .macro({ requireSession })
    .all('/api/auth/*', handler, { parse: 'none' })
    .all('/parsed/*', handler)
    .get('/', async (context) => {
      // Other cookies of the application, which Elysia keeps for itself.
      if (context.query.cookies) {
        context.cookie.theme?.set({ value: 'dark', path: '/' })
        context.cookie.size?.set({ value: 'big', path: '/' })
      }
      return `Hello ${(await session(context))?.user.name ?? 'stranger'}`
    })
    .get(
      '/guarded',
      ({ session: current }) => {
        expectTypeOf(current).toEqualTypeOf<Member>()
        return current
      },
      { requireSession: true },
    )
    .post('/echo', ({ body }) => body, { requireSession: true })
    .post('/login', (context) => {
      context.cookie.theme?.set({ value: 'dark', path: '/' })
      context.cookie.size?.set({ value: 'big', path: '/' })
      const fields = { name: context.query.name }
      return signIn(context, 'credentials', { fields, callbackUrl: '/guarded' })
    })
  // Clients that are made of the application's type know what the guard answers.
  expectTypeOf<(typeof app)['~Routes']['guarded']['get']['response']>().toEqualTypeOf<{
    200: Member
    401: { error: string }
    403: { error: string }
    503: { error: string }
  }>()
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.handle(new Request(url + path, { headers }))
  const post = (path: string, form: Record<string, string>, headers = {}) =>
    app.handle(
      new Request(url + path, {
        method: 'POST',
        headers: { origin: url, ...page, ...headers },
        body: new URLSearchParams(form),
      }),
    )
  const signedIn = async () => cookiesAfter(await post('/login?name=ada', {}))
  return { ...world, app, handler, get, post, signedIn }
}

test('server code signs somebody in, and sends them on, beside other cookies', async () => {
  const { get, post } = setup()
  const response = await post('/login?name=ada', {})
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${url}/guarded`)
  const cookie = cookiesAfter(response)
  expect(cookie).toContain('theme=dark; size=big')
  expect(await (await get('/', { cookie })).text()).toBe('Hello Ada')
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

test('a guard for everything that follows types its sessions, too', async () => {
  const world = people(url)
  const app = new Elysia()
    .macro({ requireSession: toElysia(world.auth).requireSession })
    .get('/open', () => 'open')
    .guard({ requireSession: true })
    .get('/closed', ({ session }) => {
      expectTypeOf(session).toEqualTypeOf<Member>()
      return session.user.name
    })
  expect(await (await app.handle(new Request(`${url}/open`))).text()).toBe('open')
  expect((await app.handle(new Request(`${url}/closed`))).status).toBe(401)
})

test('a session that is due is renewed with the page, beside what others set', async () => {
  const { get, later, signedIn } = setup()
  const cookie = await signedIn()
  expect((await get('/', { cookie })).headers.getSetCookie()).toEqual([])
  later(2)
  const response = await get('/?cookies=yes', { cookie })
  expect(response.headers.getSetCookie()).toEqual([
    'theme=dark; Path=/',
    'size=big; Path=/',
    expect.stringMatching(
      /^portico\.session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ])
  expect(response.headers.get('vary')).toBe('Accept-Language, Cookie')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await get('/guarded', { cookie })).headers.getSetCookie()).toEqual([])
})

test('the mount reads bodies itself, and keeps what hooks have set', async () => {
  const { get, post } = setup()
  const response = await post('/api/auth/callback/credentials', { name: 'ada' })
  expect(response.status).toBe(303)
  expect(response.headers.get('vary')).toMatch(/^Accept-Language, /)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await (await get('/', { cookie: cookiesAfter(response) })).text()).toBe('Hello Ada')
  const signInPage = await get('/api/auth/signin', page)
  expect(signInPage.headers.get('content-type')).toContain('text/html')
  expect(await signInPage.text()).toContain('<h1>')
})

test('a mount that lets Elysia read the body says so, and takes no form for an empty one', async () => {
  const { post } = setup()
  const response = await post('/parsed/callback/credentials', { name: 'ada' })
  expect(response.status).toBe(500)
  expect(await response.text()).toContain("parse: 'none'")
})

test('a body is still there behind the guard', async () => {
  const { app, signedIn } = setup()
  const headers = { cookie: await signedIn(), 'content-type': 'application/json' }
  const request = new Request(`${url}/echo`, { method: 'POST', headers, body: '{"a":[1]}' })
  expect(await (await app.handle(request)).json()).toEqual({ a: [1] })
})

test('the visitor’s address comes from Bun’s server, or from the request on Node', async () => {
  const { handler, addresses } = setup()
  const form = () => {
    const body = new URLSearchParams({ name: 'ada' })
    const target = `${url}/api/auth/callback/credentials`
    return new Request(target, { method: 'POST', headers: { origin: url }, body })
  }
  const bun = { requestIP: () => ({ address: '10.0.0.7' }) }
  const node = {
    requestIP(): never {
      throw new Error('not on Node')
    },
  }
  const onNode = Object.defineProperty(form(), 'ip', { value: '10.0.0.8' })
  for (const [request, server, address] of [
    [form(), bun, '10.0.0.7'],
    [onNode, node, '10.0.0.8'],
  ] as const) {
    const response = new Elysia()
      .all('/api/auth/*', (context) => handler({ ...context, server }), { parse: 'none' })
      .handle(request)
    expect(await addresses(cookiesAfter(await response))).toContain(address)
  }
})
