import { createServer, type Server } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { toExpress } from '../../src/frameworks/express.ts'
import { cookiesAfter, type Member, type People, people } from './people.ts'

let server: Server
let url: string
let world: People

const page = { accept: 'text/html' }

beforeAll(async () => {
  const app = express().set('trust proxy', 1)
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  world = people(url)
  const { handler, session, requireSession, signIn } = toExpress(world.auth)
  app.use('/api/auth', handler)
  app.get('/', async (req, res) => {
    res.set('vary', 'Accept-Language').cookie('theme', 'dark')
    res.send(`Hello ${(await session(req, res))?.user.name ?? 'stranger'}`)
  })
  app.get('/read', async (req, res) => {
    res.json(await session(req))
  })
  app.get('/guarded', requireSession, (_req, res) => {
    expectTypeOf(res.locals.session).toEqualTypeOf<Member>()
    res.json(res.locals.session)
  })
  app.post('/echo', requireSession, express.json(), (req, res) => {
    res.json(req.body)
  })
  app.post('/login', express.urlencoded(), (req, res) =>
    signIn(req, res, 'credentials', { fields: req.body, callbackUrl: '/guarded' }),
  )
  app.post('/elsewhere', (req, res) => signIn(req, res))
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

const signedIn = async () => cookiesAfter(await post('/login', { name: 'ada' }))

test('server code signs somebody in, and sends them on', async () => {
  const response = await post('/login', { name: 'ada' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${url}/guarded`)
  const cookie = cookiesAfter(response)
  expect(await (await get('/', { cookie })).text()).toBe('Hello Ada')
  expect((await post('/elsewhere', {})).headers.get('location')).toBe(`${url}/api/auth/signin`)
})

test('a guarded page sends strangers to sign in and back; programs get 401', async () => {
  const stranger = await get('/guarded?tab=1', page)
  expect(stranger.status).toBe(303)
  const to = new URL(stranger.headers.get('location') ?? '')
  expect(to.pathname).toBe('/api/auth/signin')
  expect(to.searchParams.get('callbackUrl')).toBe(`${url}/guarded?tab=1`)
  const program = await get('/guarded')
  expect(program.status).toBe(401)
  expect(await program.json()).toEqual({ error: 'SessionRequired' })
  const cookie = await signedIn()
  expect(await (await get('/guarded', { cookie })).json()).toMatchObject({ role: 'member' })
})

test('a session that is due is renewed with the page, beside what others set; a mere read writes nothing', async () => {
  const cookie = await signedIn()
  expect((await get('/', { cookie })).headers.getSetCookie()).toHaveLength(1)
  world.later(2)
  expect((await get('/read', { cookie })).headers.getSetCookie()).toEqual([])
  const response = await get('/', { cookie })
  const [theme, renewed, ...others] = response.headers.getSetCookie()
  expect([theme, renewed]).toEqual([
    expect.stringMatching(/^theme=dark/),
    expect.stringMatching(/^portico\.session=.*Max-Age=2592000/),
  ])
  expect(others).toEqual([])
  expect(response.headers.get('vary')).toBe('Accept-Language, Cookie')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('a body is still there for the parser behind the guard', async () => {
  const cookie = await signedIn()
  const response = await fetch(`${url}/echo`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ list: [1, 2], text: 'x'.repeat(90_000) }),
  })
  expect((await response.json()).list).toEqual([1, 2])
})

test('the visitor’s address is what Express makes of its proxies', async () => {
  const from = { 'x-forwarded-for': '10.0.0.7' }
  const response = await post('/api/auth/callback/credentials', { name: 'ada' }, from)
  expect(await world.addresses(cookiesAfter(response))).toContain('10.0.0.7')
})
