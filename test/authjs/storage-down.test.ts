import { expect, test, vi } from 'vitest'
import { getSession } from '../../src/authjs/express.ts'
import NextAuth, { getServerSession, type NextAuthConfig } from '../../src/authjs/next-auth.ts'
import { SvelteKitAuth } from '../../src/authjs/sveltekit.ts'
import type { Storage } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { secret } from '../setup.ts'

const url = 'http://localhost:3000'
const cookie = 'portico.session=a-key-of-a-session-that-was-stored-here'
const headers = new Headers({ cookie, host: 'localhost:3000', accept: 'text/html' })

vi.mock('next/headers', () => ({ headers: async () => headers }))
vi.mock('next/server', () => ({
  connection: async () => {},
  NextResponse: { next: () => new Response('the page') },
}))

/** An application of next-auth or Auth.js on a storage that is down. */
function application(more: Partial<NextAuthConfig> = {}) {
  const logged: string[] = []
  const asked: string[] = []
  const storage: Storage = {
    ...memory(),
    getSessionAndUser() {
      asked.push('getSessionAndUser')
      throw new Error('connection refused')
    },
  }
  const config: NextAuthConfig = {
    secret,
    url,
    storage,
    session: { strategy: 'database' },
    logger: {
      // Version 4 is told the code before the error.
      error: (told, error = told) => void logged.push(error.code),
      warn: () => {},
    },
    providers: [],
    ...more,
    runtime: { env: { NODE_ENV: 'test' }, ...more.runtime },
  }
  return { config, logged, asked }
}

const request = () => new Request(`${url}/dashboard`, { headers })
const req = { headers: Object.fromEntries(headers), url: '/dashboard' }

test('auth() and getServerSession() return null, and the log says why', async () => {
  const { config, logged, asked } = application()
  const { auth } = NextAuth(config)
  expect(await auth()).toBeNull()
  expect(await getServerSession(config)).toBeNull()
  expect(asked.length).toBeGreaterThan(0)
  expect(logged).toEqual(asked.map(() => 'StorageError'))
})

test('auth as a middleware answers 503 instead of sending people to sign in', async () => {
  const told: unknown[] = []
  const authorized: NonNullable<NextAuthConfig['callbacks']>['authorized'] = ({ auth }) => {
    told.push(auth)
    return auth !== null
  }
  const { auth } = NextAuth(application({ callbacks: { authorized } }).config)
  const answer = await auth(request())
  expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
  expect(told).toEqual([null])
  // What a handler is laid around decides for itself, by null as in Auth.js.
  const wrapped = auth((asked) => Response.json(asked.auth))
  const wrapper = wrapped as unknown as (request: Request, context: object) => Promise<Response>
  expect(await (await wrapper(request(), {})).json()).toBeNull()
})

test('SvelteKit and Express find null', async () => {
  const { config } = application()
  const redirect = () => {
    throw new Error('redirected')
  }
  const { handle } = SvelteKitAuth(config, { redirect })
  const locals: { auth?: () => Promise<unknown>; session?: unknown } = {}
  const event = {
    request: request(),
    url: new URL(request().url),
    locals,
    isDataRequest: false,
    getClientAddress: () => '::1',
    cookies: { set() {} },
  }
  const resolve = async () => Response.json([await locals.auth?.(), locals.session])
  expect(await (await handle({ event, resolve })).json()).toEqual([null, null])
  expect(await getSession(Object.assign(Object(req), { originalUrl: '/' }), config)).toBeNull()
})
