import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { publicPath, visitedRequest } from '../../src/frameworks/next/requested-page.ts'
import { toNext } from '../../src/frameworks/next.ts'
import { Auth } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { secret } from '../setup.ts'
import { cookiesAfter, type Member, people } from './people.ts'

const url = 'http://localhost:3000'
const asPage = { accept: 'text/html' }

/** A server that hands requests to one function, as Next does to an API route. */
async function listen(route: (req: IncomingMessage, res: ServerResponse) => unknown) {
  const server = createServer((req, res) => void route(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Signs Ada in at a server that has the routes at a path. */
async function signIn(at: string): Promise<string> {
  const response = await fetch(`${at}/callback/credentials`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ name: 'ada' }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  return cookiesAfter(response)
}

test('the Pages Router serves the sign-in, and reads the session of its requests', async () => {
  const { auth, addresses } = people(url)
  const { handler, session } = toNext(auth)
  const app = await listen(async (req, res) => {
    if (req.url?.startsWith('/api/auth/')) return handler(req, res)
    return res.end(`Hello ${(await session(req))?.user.name ?? 'stranger'}`)
  })
  const cookie = await signIn(`${app}/api/auth`)
  expect(await (await fetch(app, { headers: { cookie } })).text()).toBe('Hello Ada')
  expect(await (await fetch(app)).text()).toBe('Hello stranger')
  expect(await addresses(cookie)).toEqual(['127.0.0.1'])
})

test('the path that Next takes off an address is put back', async () => {
  const { auth } = people(`${url}/app/api/auth`)
  const app = await listen(toNext(auth).handler)
  const cookie = await signIn(`${app}/api/auth`)
  const session = await fetch(`${app}/api/auth/session`, { headers: { cookie } })
  expect(await session.json()).toMatchObject({ user: { name: 'Ada' } })
  expect(publicPath('/app/api/auth', '/api/auth')).toBe('/app/api/auth')
  expect(publicPath('/app/api/auth', '/app/api/auth/signin')).toBe('/app/api/auth/signin')
  expect(publicPath('/api/auth', '/api/authors')).toBe('/api/authors')
})

test('a page of the Pages Router sends strangers to sign in and back, programs get 401', async () => {
  const { auth } = people(url)
  const { handler, requireSession } = toNext(auth)
  const app = await listen(async (req, res) => {
    if (req.url?.startsWith('/api/auth/')) return handler(req, res)
    const session = await requireSession({ req, res, resolvedUrl: '/dashboard?tab=2' })
    if (session) res.end(session.role)
  })
  const sent = await fetch(`${app}/_next/data/x.json`, { headers: asPage, redirect: 'manual' })
  expect(sent.status).toBe(303)
  const page = new URL(sent.headers.get('location') ?? '')
  expect(page.searchParams.get('callbackUrl')).toBe(`${url}/dashboard?tab=2`)
  const refused = await fetch(app)
  expect(refused.status).toBe(401)
  expect(await refused.json()).toEqual({ error: 'SessionRequired' })
  const cookie = await signIn(`${app}/api/auth`)
  expect(await (await fetch(app, { headers: { cookie } })).text()).toBe('member')
})

test('a guarded route handler gets the session besides what Next passes', async () => {
  const { auth } = people(url)
  const { handler, requireSession } = toNext(auth)
  const GET = requireSession(
    async (request: Request, { session, params }: { session: Member } & Params) => {
      expectTypeOf(session).toEqualTypeOf<Member>()
      return Response.json({ ...(await params), name: session.user.name, url: request.url })
    },
  )
  interface Params {
    params: Promise<{ id: string }>
  }
  const context = { params: Promise.resolve({ id: '7' }) }
  const address = `${url}/orders/7`
  const refused = await GET(new Request(address), context)
  expect(refused.status).toBe(401)
  const sent = await GET(new Request(address, { headers: asPage }), context)
  expect(sent.status).toBe(303)
  expect(sent.headers.get('location')).toContain(encodeURIComponent(address))
  const cookie = await signIn(`${await listen(handler)}/api/auth`)
  const answer = await GET(new Request(address, { headers: { cookie } }), context)
  expect(await answer.json()).toEqual({ id: '7', name: 'Ada', url: address })
})

test('a request is asked about at the address that the visitor used, without the body of an action', () => {
  const headers = {
    host: 'app.test:8080',
    'x-forwarded-proto': 'https',
    'x-portico-path': '/dashboard?tab=2',
    'next-action': '00e7fb48',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '12',
    cookie: 'a=b',
  }
  const request = visitedRequest({ headers })
  expect(request.url).toBe('https://app.test:8080/dashboard?tab=2')
  expect(request.method).toBe('GET')
  expect([...request.headers.keys()].sort()).toEqual([
    'cookie',
    'host',
    'x-forwarded-proto',
    'x-portico-path',
  ])
})

test.each(['//evil.test/x', 'https://evil.test/', '@evil.test'])(
  'a path that a visitor made up leads nowhere else: %s',
  async (path) => {
    const { auth } = people(url)
    const request = visitedRequest({ headers: { host: 'app.test', 'x-portico-path': path } })
    expect(new URL(request.url).host).toBe('app.test')
    const error = await auth.requireSession(request).catch((thrown: unknown) => thrown)
    const page = new URL(String(Reflect.get(Object(error), 'url')))
    expect(page.origin).toBe(url)
    expect(page.searchParams.get('callbackUrl')).toMatch(/^http:\/\/localhost:3000\//)
  },
)

test('sessions are read where Node’s modules can be asked for and none is given, as on the Edge', async () => {
  const { getBuiltinModule } = process
  process.getBuiltinModule = () => {
    throw new Error('getBuiltinModule is not supported in the Edge Runtime')
  }
  onTestFinished(() => {
    process.getBuiltinModule = getBuiltinModule
  })
  const auth = Auth({
    url,
    secret,
    runtime: { env: { NODE_ENV: 'test' } },
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => ({ id: 'ada', name: String(name) }),
      }),
    ],
  })
  const fields = { name: 'Ada' }
  const { cookies } = await auth.signIn(new Headers(), 'credentials', { fields })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await auth.session(new Headers({ cookie }))).toMatchObject({ user: { name: 'Ada' } })
})
