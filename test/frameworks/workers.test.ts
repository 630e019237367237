import { expect, expectTypeOf, test } from 'vitest'
import { toWorkers } from '../../src/frameworks/workers.ts'
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { secret } from '../setup.ts'
import { cookiesAfter, type Member, people } from './people.ts'

const url = 'https://app.test'
const page = { accept: 'text/html' }

/** As `wrangler types` writes it: without an index signature, and with what is no text. */
interface Env {
  AUTH_SECRET: string
  DB: { prepare(statement: string): unknown }
}

const env: Env = { AUTH_SECRET: secret, DB: { prepare: () => undefined } }

function setup() {
  const world = people(url)
  let made = 0
  const door = toWorkers((_env: Env) => {
    made++
    return world.auth
  })
  const kept: Promise<unknown>[] = []
  const ctx = {
    waitUntil: (work: Promise<unknown>) => void kept.push(work),
    props: { plan: 'free' },
  }
  const guarded = door.requireSession<typeof ctx>((_request, { session, env, ctx }) => {
    expectTypeOf(session).toEqualTypeOf<Member>()
    return Response.json({ role: session.role, plan: ctx.props.plan, bound: 'DB' in env })
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Request(url + path, { headers })
  const post = (path: string, headers: Record<string, string> = {}) =>
    new Request(url + path, {
      method: 'POST',
      headers: { origin: url, 'cf-connecting-ip': '203.0.113.7', ...page, ...headers },
    })
  const login = (name: string) =>
    door.signIn(post('/login'), 'credentials', { env, fields: { name }, callbackUrl: '/home' })
  return { ...world, ...door, ctx, guarded, get, post, login, made: () => made }
}

test('server code signs somebody in from the address that Cloudflare saw; one Auth for all requests', async () => {
  const { login, session, get, addresses, made } = setup()
  const response = await login('ada')
  expect([response.status, response.headers.get('location')]).toEqual([303, `${url}/home`])
  const cookie = cookiesAfter(response)
  expect((await session(get('/', { cookie }), { env }))?.user.name).toBe('Ada')
  expect(await addresses(cookie)).toEqual(['203.0.113.7'])
  expect((await login('eve')).headers.get('location')).toContain('/api/auth/signin?')
  expect(made()).toBe(1)
})

test('the handler serves the sign-in', async () => {
  const { handler, get, ctx } = setup()
  expect((await handler(get('/api/auth/signin', page), env, ctx)).status).toBe(200)
})

test('a guarded page sends strangers to sign in and back; programs get 401', async () => {
  const { guarded, get, ctx, login } = setup()
  const stranger = await guarded(get('/guarded?tab=1', page), env, ctx)
  expect(stranger.status).toBe(303)
  const to = new URL(stranger.headers.get('location') ?? '')
  expect(to.searchParams.get('callbackUrl')).toBe(`${url}/guarded?tab=1`)
  const program = await guarded(get('/guarded'), env, ctx)
  expect(program.status).toBe(401)
  expect(await program.json()).toEqual({ error: 'SessionRequired' })
  const cookie = cookiesAfter(await login('ada'))
  const response = await guarded(get('/guarded', { cookie }), env, ctx)
  expect(await response.json()).toEqual({ role: 'member', plan: 'free', bound: true })
})

test('a session that is due is renewed by the guard, or into the headers of a response', async () => {
  const { guarded, session, get, ctx, login, later } = setup()
  const cookie = cookiesAfter(await login('ada'))
  later(2)
  await session(get('/', { cookie }), { env })
  const response = await guarded(get('/guarded', { cookie }), env, ctx)
  expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=2592000')])
  later(2)
  const headers = new Headers()
  await session(get('/', { cookie }), { env, response: headers })
  expect(headers.getSetCookie()).toHaveLength(1)
})

test('the environment of a worker is taken as it is: its texts are read, its bindings are not', async () => {
  const keys = { AUTH_TIKTOK_ID: 'awpractice00000001', AUTH_TIKTOK_SECRET: 'the secret of a test' }
  const withKeys = { ...env, ...keys, AUTH_URL: url, NODE_ENV: 'test' }
  const { signIn } = toWorkers((env: typeof withKeys) =>
    Auth({ runtime: { env }, providers: [TikTok] }),
  )
  const request = new Request(`${url}/login`, { method: 'POST', headers: { origin: url, ...page } })
  const response = await signIn(request, 'tiktok', { env: withKeys })
  expect(response.headers.get('location')).toMatch(
    /^https:\/\/www\.tiktok\.com\/.*client_key=awpractice00000001&/,
  )
})
