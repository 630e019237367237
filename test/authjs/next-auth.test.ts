import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import TheirCredentials from '@auth/core/providers/credentials'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Auth } from '../../src/authjs/auth.ts'
import { getToken } from '../../src/authjs/next-auth/jwt.ts'
import withAuth from '../../src/authjs/next-auth/middleware.ts'
import { getServerSession as nextGetServerSession } from '../../src/authjs/next-auth/next.ts'
import NextAuth, {
  getServerSession,
  type NextAuthConfig,
  type NextAuthOptions,
  type NextRequest,
} from '../../src/authjs/next-auth.ts'
import type { AuthError as Failure } from '../../src/index.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { secret } from '../setup.ts'
import { day, version4, version5 } from './cookies.ts'

const url = 'http://localhost:3000'

function options(more: Partial<NextAuthConfig> = {}) {
  const errors: Failure[] = []
  const warnings: string[] = []
  const config: NextAuthConfig & NextAuthOptions = {
    secret,
    url,
    logger: {
      // Version 4 passes a code before it.
      error: (error, metadata = error) => void errors.push(metadata),
      warn: (line) => void warnings.push(line),
    },
    providers: [
      TheirCredentials({
        credentials: { name: {} },
        authorize: ({ name }) => (name === 'ada' ? { id: 'u-ada', name: 'Ada' } : null),
      }),
    ],
    ...more,
    runtime: { env: { NODE_ENV: 'test', AUTH_FROM_AUTHJS_SINCE: day() }, ...more.runtime },
  }
  return { config, errors, warnings }
}

/** A server that hands requests to one function, as Next does to an API route. */
async function listen(route: (req: IncomingMessage, res: ServerResponse) => unknown) {
  const server = createServer((req, res) => void route(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** What `next-auth/react` of version 4 sends. */
function form(at: string, path: string, fields: object, cookie = '') {
  return fetch(`${at}/api/auth/${path}`, {
    method: 'POST',
    headers: { origin: url, ...(cookie && { cookie }) },
    body: new URLSearchParams({ ...fields, json: 'true' }),
    redirect: 'manual',
  })
}

describe('version 4', () => {
  test.each([
    ['NextAuth(options)', (config: NextAuthOptions) => NextAuth(config)],
    [
      'NextAuth(req, res, options)',
      (config: NextAuthOptions) => (req: IncomingMessage, res: ServerResponse) =>
        NextAuth(req, res, config),
    ],
  ])('%s is an API route that speaks its wire', async (_, make) => {
    const { config, errors } = options()
    const app = await listen(make(config))
    const nobody = await fetch(`${app}/api/auth/session`)
    expect(await nobody.text()).toBe('{}')
    const refused = await form(app, 'callback/credentials', { name: 'eve' })
    expect(refused.status).toBe(401)
    const { url: page } = await refused.json()
    expect(new URL(page).searchParams.get('error')).toBe('CredentialsSignin')
    const signedIn = await form(app, 'callback/credentials', { name: 'ada', callbackUrl: '/home' })
    expect(await signedIn.json()).toEqual({ url: `${url}/home` })
    const cookie = cookiesAfter(signedIn)
    const session = await fetch(`${app}/api/auth/session`, { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { id: 'u-ada' } })
    const out = await form(app, 'signout', { callbackUrl: '/bye' }, cookie)
    expect(await out.json()).toEqual({ url: `${url}/bye` })
    expect(cookiesAfter(out, cookie)).not.toContain('session=ey')
    const plain = await fetch(`${app}/api/auth/signout`, {
      method: 'POST',
      headers: { origin: url, accept: 'text/html' },
      redirect: 'manual',
    })
    expect(plain.status).toBe(303)
    expect(errors).toEqual([])
  })

  test.each(['second-factor-required', 'No user was found with this address'])(
    'an error of `authorize` is the word of the page: %s',
    async (word) => {
      const { config, errors } = options({
        providers: [
          TheirCredentials({
            credentials: { name: {} },
            authorize() {
              throw new Error(word)
            },
          }),
        ],
      })
      const app = await listen(NextAuth(config as NextAuthOptions))
      const refused = await form(app, 'callback/credentials', { name: 'ada' })
      expect(refused.status).toBe(401)
      const page = new URL((await refused.json()).url)
      expect(page.searchParams.get('error')).toBe(word)
      expect(page.searchParams.has('code')).toBe(false)
      expect(errors).toEqual([])
    },
  )

  test.each([
    ['of another class', () => new TypeError('secret detail')],
    ['of several lines', () => new Error('Invalid query:\nselect secret detail')],
    ['with a cause', () => new Error('secret detail', { cause: new Error('of the driver') })],
  ])('an error of `authorize` %s is nobody’s business', async (_, make) => {
    const { config } = options({
      providers: [
        TheirCredentials({
          credentials: { name: {} },
          authorize() {
            throw make()
          },
        }),
      ],
    })
    const app = await listen(NextAuth(config as NextAuthOptions))
    const failed = await form(app, 'callback/credentials', { name: 'ada' })
    expect(failed.status).toBe(500)
    expect(await failed.text()).not.toContain('secret detail')
  })

  test('an error of the signIn callback is the word of the page', async () => {
    const { config } = options({
      callbacks: {
        signIn() {
          throw new Error('require-saml-sso')
        },
      },
    })
    const app = await listen(NextAuth(config as NextAuthOptions))
    const refused = await form(app, 'callback/credentials', { name: 'ada' })
    expect(new URL((await refused.json()).url).searchParams.get('error')).toBe('require-saml-sso')
  })

  test('getServerSession writes to half a response, or to none that cannot be written', async () => {
    const { config } = options()
    const headers = { cookie: version4({ name: 'next-auth.session-token' }) }
    const written = new Map<string, unknown>()
    const half = {
      getHeader: (name: string) => written.get(name),
      setHeader: (name: string, value: unknown) => void written.set(name, value),
    }
    const asked = { headers, url: '/' }
    const session = await getServerSession(asked, half as unknown as ServerResponse, config)
    expect(session?.user?.name).toBe('Ada')
    expect(String(written.get('set-cookie'))).toContain('portico.session=')
    const other = { headers: { cookie: version4({ name: 'next-auth.session-token' }) }, url: '/' }
    const none = { setCookie() {} } as unknown as ServerResponse
    expect((await getServerSession(other, none, config))?.user?.name).toBe('Ada')
  })

  test('a user whom `authorize` gives no id signs in', async () => {
    const { config } = options({
      providers: [
        TheirCredentials({ credentials: { name: {} }, authorize: () => ({ name: 'Ada' }) }),
      ],
    })
    const app = await listen(NextAuth(config as NextAuthOptions))
    const cookie = cookiesAfter(await form(app, 'callback/credentials', { name: 'ada' }))
    const answer = await fetch(`${app}/api/auth/session`, { headers: { cookie } })
    expect(await answer.json()).toMatchObject({ user: { id: expect.stringMatching(/.{36}/) } })
  })

  test('a logger is told a code and the error, on itself', async () => {
    class Log {
      readonly lines: unknown[] = []
      error(code: string, metadata: Error) {
        this.lines.push([code, metadata.message])
      }
      warn(code: string) {
        this.lines.push(code)
      }
    }
    const logger = new Log()
    const { config } = options({
      logger,
      providers: [
        TheirCredentials({
          credentials: { name: {} },
          authorize() {
            throw new TypeError('the database is gone')
          },
        }),
      ],
    })
    const app = await listen(NextAuth(config as NextAuthOptions))
    const failed = await form(app, 'callback/credentials', { name: 'ada' })
    expect(failed.status).toBe(500)
    expect(logger.lines).toEqual([['Internal', expect.any(String)]])
  })

  test('a form that is too large is refused', async () => {
    const { config } = options()
    const app = await listen(NextAuth(config))
    expect((await form(app, 'signout', { x: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('getServerSession reads the session of a page, and takes over what NextAuth.js began', async () => {
    const { config } = options({
      callbacks: { session: ({ session, token }) => ({ ...session, sub: token.sub }) },
    })
    const app = await listen(async (req, res) => {
      const session = await getServerSession(req, res, config)
      res.end(JSON.stringify(session))
    })
    expect(await (await fetch(app)).json()).toBeNull()
    const cookie = version4({ name: 'next-auth.session-token' })
    const response = await fetch(app, { headers: { cookie } })
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' }, sub: 'u-ada' })
    const kept = cookiesAfter(response, cookie)
    expect(kept).toMatch(/^portico\.session=ey[^;]+$/)
    expect(await (await fetch(app, { headers: { cookie: kept } })).json()).not.toBeNull()
    expect(nextGetServerSession).toBe(getServerSession)
  })

  describe('withAuth', () => {
    const page = (path: string, cookie = '') =>
      new Request(`${url}${path}`, { headers: { host: 'localhost:3000', cookie } })
    const event = { waitUntil: () => {} }
    beforeEach(() => void vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', day()))
    afterEach(() => void vi.unstubAllEnvs())

    test('sends strangers to sign in, and lets others through', async () => {
      const middleware = withAuth({ secret })
      const sent = await middleware(page('/dashboard?tab=2'), event)
      expect(sent?.headers.get('location')).toBe(
        `${url}/api/auth/signin?callbackUrl=${encodeURIComponent('/dashboard?tab=2')}`,
      )
      for (const open of ['/api/auth/session', '/_next/static/x.js', '/favicon.ico']) {
        expect(await middleware(page(open), event)).toBeUndefined()
      }
      const old = version4({ name: 'next-auth.session-token' })
      expect(await middleware(page('/dashboard', old), event)).toBeUndefined()
    })

    test.each([
      ['/', '/admin'],
      ['/account', '/account/billing'],
      ['/login?from=app', '/login/admin'],
      ['', '/admin'],
      ['https://login.app.example/admin', '/admin'],
      ['/login', '/_next/data/build/admin.json'],
      ['/login', '/favicon.ico/admin'],
      ['/login', '/api/authors'],
    ])('with the sign-in page %j, %s is closed', async (signIn, path) => {
      const middleware = withAuth({ secret, pages: { signIn, error: '/oops' } })
      const sent = await middleware(page(path), event)
      expect(sent?.headers.get('location')).toContain(`callbackUrl=${encodeURIComponent(path)}`)
    })

    test.each(['/login', '/login/', '/login?error=x', '/oops'])('%s is open', async (path) => {
      const middleware = withAuth({ secret, pages: { signIn: '/login', error: '/oops' } })
      expect(await middleware(page(path), event)).toBeUndefined()
    })

    test('knows pages and files below the basePath of Next', async () => {
      const middleware = withAuth({ secret, pages: { signIn: '/login' } })
      const nextUrl = { basePath: '/app' }
      const ask = (path: string) => middleware(Object.assign(page(path), { nextUrl }), event)
      for (const open of ['/app/login', '/app/_next/static/x.js', '/app/favicon.ico']) {
        expect(await ask(open)).toBeUndefined()
      }
      for (const closed of ['/app', '/app/admin', '/login', '/app/_next/data/x/admin.json']) {
        const sent = await ask(closed)
        const location = `${url}/app/login?callbackUrl=${encodeURIComponent(closed)}`
        expect(sent?.headers.get('location')).toBe(location)
      }
    })

    test('hands the token to the application, which decides', async () => {
      const seen: unknown[] = []
      const middleware = withAuth(
        (request) => {
          seen.push(request.nextauth.token?.role)
          return new Response('inside')
        },
        {
          secret,
          pages: { signIn: '/login' },
          callbacks: { authorized: ({ token }) => token?.role === 'admin' },
        },
      )
      const cookie = (role: string) =>
        version4({ name: 'next-auth.session-token', token: { sub: '1', role } })
      const inside = await middleware(page('/admin', cookie('admin')), event)
      expect(await inside?.text()).toBe('inside')
      const outside = await middleware(page('/admin', cookie('member')), event)
      expect(outside?.headers.get('location')).toContain('/login?callbackUrl=%2Fadmin')
      expect(await middleware(page('/login'), event)).toBeUndefined()
      expect(seen).toEqual(['admin'])
    })

    test('refuses a decoder of its own, and needs a secret', async () => {
      expect(() => withAuth({ jwt: { decode: () => null } })).toThrow('would never be called')
      await expect(withAuth({ secret: '' })(page('/'), event)).rejects.toThrow('AUTH_SECRET')
    })
  })
})

describe('version 5', () => {
  test('auth() reads the session in the pages router', async () => {
    const { config } = options()
    const { auth } = NextAuth(config)
    const app = await listen(async (req, res) => {
      const session = req.url === '/page' ? await auth({ req, res }) : await auth(req, res)
      res.end(JSON.stringify(session?.user.name ?? null))
    })
    for (const path of ['/page', '/api/me']) {
      const cookie = await version5({ name: 'authjs.session-token' })
      expect(await (await fetch(app + path)).json()).toBeNull()
      const response = await fetch(app + path, { headers: { cookie } })
      expect(await response.json()).toBe('Ada')
      expect(cookiesAfter(response, cookie)).toMatch(/^portico\.session=/)
    }
  })

  /** A request as Next hands it to a route, with what Next adds. */
  const visit = (path: string, cookie = ''): NextRequest => {
    const request = new Request(`${url}${path}`, { headers: { host: 'localhost:3000', cookie } })
    const clone = () => new URL(request.url)
    const nextUrl = Object.assign(clone(), { clone, basePath: '', locale: '' })
    const cookies = { get: () => undefined, getAll: () => [], has: () => false }
    return Object.assign(request, { nextUrl, cookies })
  }

  test('auth around a route handler puts the session into the request', async () => {
    const { config } = options()
    const { auth } = NextAuth(config)
    const GET = auth((request, { params }: { params: string }) =>
      Response.json({ auth: request.auth, params }),
    )
    const cookie = await version5({ name: 'authjs.session-token' })
    const response = await GET(visit('/api/me', cookie), { params: 'x' })
    expect(await response.json()).toMatchObject({ auth: { user: { name: 'Ada' } }, params: 'x' })
    expect(cookiesAfter(response, cookie)).toMatch(/^portico\.session=/)
    const nobody = await GET(visit('/api/me'), { params: 'x' })
    expect(await nobody.json()).toEqual({ auth: null, params: 'x' })
  })

  test('auth as a middleware asks `authorized`, and sends strangers to sign in', async () => {
    const { config, errors } = options({
      providers: [],
      pages: { signIn: '/login' },
      callbacks: {
        authorized({ request, auth }) {
          if (new URL(request.url).pathname === '/teapot')
            return new Response(null, { status: 418 })
          return auth !== null
        },
      },
    })
    const { auth } = NextAuth(config)
    const sent = await auth(visit('/dashboard?tab=2'))
    expect(sent.headers.get('location')).toBe(
      `${url}/login?callbackUrl=${encodeURIComponent('/dashboard?tab=2')}`,
    )
    expect((await auth(visit('/teapot'))).status).toBe(418)
    expect(errors).toEqual([])
  })

  describe('a redirect that `authorized` returns', () => {
    /** What a stranger gets at a path, when `authorized` sends them to an address. */
    const sentTo = async (
      path: string,
      address: string,
      more: { pages?: NextAuthConfig['pages']; headers?: Record<string, string> } = {},
    ) => {
      const { config } = options({
        providers: [],
        pages: more.pages ?? { signIn: '/login' },
        callbacks: {
          authorized: () => new Response(null, { status: 302, headers: { location: address } }),
        },
      })
      const request = visit(path)
      for (const [name, value] of Object.entries(more.headers ?? {})) {
        request.headers.set(name, value)
      }
      const middleware = NextAuth(config).auth(() => new Response('the page'))
      const response = await middleware(request, { params: Promise.resolve({}) })
      return response.headers.get('location')
    }

    test.each([
      ['/admin', 'https://login.app.example/admin'],
      ['/admin', '//login.app.example/admin'],
      ['/admin', `${url}/admin?step=sign-in`],
      ['/admin', '/admin'],
      ['/login', 'https://login.app.example/login'],
      ['/login/admin', '/login/admin'],
    ])('from %s to %s is followed: it lets nobody in', async (path, address) => {
      expect(await sentTo(path, address)).toBe(address)
    })

    test('is followed, whatever a visitor says about the page', async () => {
      const headers = { 'x-portico-path': '/login' }
      expect(await sentTo('/admin', '/login', { headers })).toBe('/login')
    })

    test('from a page of the sign-in to itself would never end, so that the page answers', async () => {
      for (const address of ['/login', `${url}/login?callbackUrl=/admin`]) {
        expect(await sentTo('/login', address)).toBeNull()
        expect(await sentTo('/login/', address)).toBeNull()
      }
      expect(await sentTo('/oops', '/oops', { pages: { error: '/oops' } })).toBeNull()
      expect(await sentTo('/api/auth/signin', '/api/auth/signin')).toBeNull()
      // Next has another address for the application than its visitors have.
      const headers = { host: 'app.example', 'x-forwarded-proto': 'https' }
      for (const origin of [url, 'https://app.example']) {
        expect(await sentTo('/login', `${origin}/login`, { headers })).toBeNull()
      }
    })
  })

  test.each(['https://login.app.example/admin', 'https://login.app.example', ''])(
    'a sign-in page %j elsewhere opens no page here',
    async (signIn) => {
      const { config } = options({
        providers: [],
        pages: { signIn },
        callbacks: { authorized: () => false },
      })
      for (const path of ['/', '/admin']) {
        const sent = await NextAuth(config).auth(visit(path))
        expect(sent.headers.get('location')).toContain('callbackUrl')
      }
    },
  )

  test('the sign-in page is below the basePath of Next', async () => {
    const { config } = options({
      providers: [],
      pages: { signIn: '/login' },
      callbacks: { authorized: () => false },
    })
    const request = visit('/app/admin')
    Object.assign(request.nextUrl, { basePath: '/app' })
    const sent = await NextAuth(config).auth(request)
    expect(sent.headers.get('location')).toBe(`${url}/app/login?callbackUrl=%2Fapp%2Fadmin`)
  })

  test('a configuration may depend on the request', async () => {
    const { config } = options()
    const paths: unknown[] = []
    const { auth } = NextAuth((request) => {
      paths.push(request && new URL(request.url).pathname)
      return config
    })
    const GET = auth((request) => Response.json([request.auth, request.nextUrl.pathname]))
    const params = Promise.resolve({})
    expect(await (await GET(visit('/api/me'), { params })).json()).toEqual([null, '/api/me'])
    expect(paths).toEqual(['/api/me'])
  })

  test('an error of the signIn callback is no refusal, and the log says why', async () => {
    const { config, errors } = options({
      callbacks: {
        signIn() {
          throw new Error('the database is gone')
        },
      },
    })
    const failed = await Auth(
      new Request(`${url}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin: url, accept: 'application/json' },
        body: new URLSearchParams({ name: 'ada' }),
      }),
      { ...config, basePath: '/api/auth' },
    )
    expect(failed.status).toBe(500)
    expect(errors).toMatchObject([{ cause: { message: 'the database is gone' } }])
  })

  test('a wrong configuration is reported when it is loaded', () => {
    const { config, errors } = options({ jwt: { decode: () => null } })
    const { handlers } = NextAuth(config)
    expect(handlers).toHaveProperty('POST')
    expect(errors[0]?.message).toContain('jwt.decode')
  })
})

test('getToken of the door is that of the core', async () => {
  const cookie = version4({ name: 'next-auth.session-token' })
  const req = { headers: { cookie } }
  expect(await getToken({ req, secret, since: day() })).toMatchObject({ sub: 'u-ada' })
})
