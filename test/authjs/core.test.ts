import { customFetch as theirCustomFetch } from '@auth/core'
import * as theirErrors from '@auth/core/errors'
import { decode as theirDecode, encode as theirEncode } from '@auth/core/jwt'
import TheirCredentials from '@auth/core/providers/credentials'
import TheirPasskey from '@auth/core/providers/passkey'
import TheirResend from '@auth/core/providers/resend'
import TheirWebAuthn from '@auth/core/providers/webauthn'
import { describe, expect, test } from 'vitest'
import * as authjs from '../../src/authjs/index.ts'
import { instanceOf } from '../../src/authjs/instances.ts'
import { version5 as newest, sealJwe } from '../../src/authjs/jwe.ts'
import { customFetch as nextCustomFetch } from '../../src/authjs/next-auth.ts'
import { emulator, oauth2 } from '../../src/emulator/index.ts'
import type { AuthError as Failure } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { origin, secret } from '../setup.ts'
import { ada, day, version4, version5 } from './cookies.ts'
import { signsUpAndIn } from './passkeys.ts'

const { Auth } = authjs

/** An application on `@auth/core`, as its documentation writes it. */
function application(config: Partial<authjs.AuthConfig> = {}) {
  const warnings: string[] = []
  const errors: Failure[] = []
  const whole: authjs.AuthConfig & { raw?: never } = {
    secret,
    url: origin,
    runtime: { env: { NODE_ENV: 'test', AUTH_FROM_AUTHJS_SINCE: day() } },
    logger: { warn: (line) => void warnings.push(line), error: (error) => void errors.push(error) },
    providers: [
      TheirCredentials({
        credentials: { name: {} },
        authorize: ({ name }) => (name ? { id: `u-${name}`, name: String(name) } : null),
      }),
    ],
    ...(config as object),
  }
  const ask = (path: string, init?: RequestInit) =>
    Auth(new Request(`${origin}${path}`, init), whole)
  const signIn = (fields = { name: 'ada' }, base = '/auth') =>
    ask(`${base}/callback/credentials`, {
      method: 'POST',
      headers: { origin, accept: 'text/html' },
      body: new URLSearchParams(fields),
    })
  return { config: whole, ask, signIn, warnings, errors }
}

describe('Auth(request, config)', () => {
  test('serves the routes at /auth, with a provider of Auth.js that nobody wrapped', async () => {
    const { ask, signIn, errors } = application()
    const cookie = cookiesAfter(await signIn())
    const session = await ask('/auth/session', { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { id: 'u-ada', name: 'u-ada'.slice(2) } })
    expect(errors).toEqual([])
  })

  test('keeps people signed in whom Auth.js signed in', async () => {
    const { ask } = application()
    for (const cookie of [await version5(), version4()]) {
      const response = await ask('/auth/session', { headers: { cookie } })
      expect(await response.json()).toMatchObject({ user: { id: 'u-ada', name: 'Ada' } })
      expect(cookiesAfter(response, cookie)).toMatch(/^__Host-portico\.session=/)
    }
    const off = application({ session: { fromAuthjs: false } })
    const response = await off.ask('/auth/session', { headers: { cookie: await version5() } })
    expect(await response.json()).toBeNull()
  })

  test('with raw returns the parts of the answer', async () => {
    const { config } = application()
    const request = new Request(`${origin}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin, accept: 'text/html' },
      body: new URLSearchParams({ name: 'ada', callbackUrl: '/home' }),
    })
    const answer = await Auth(request, { ...config, raw: authjs.raw })
    expect(answer).toMatchObject({ status: 303, redirect: `${origin}/home` })
    expect(answer.cookies.find(({ name }) => name === '__Host-portico.session')).toMatchObject({
      value: expect.stringMatching(/^ey/),
      options: { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: 2_592_000 },
    })
  })

  test('accepts skipCSRFCheck, and skips nothing', async () => {
    const { config } = application()
    const request = new Request(`${origin}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: 'https://evil.test', accept: 'application/json' },
      body: new URLSearchParams({ name: 'ada' }),
    })
    const answer = await Auth(request, { ...config, skipCSRFCheck: authjs.skipCSRFCheck })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

describe('a configuration for Auth.js', () => {
  test.each([
    ['NEXTAUTH_SECRET and NEXTAUTH_URL', { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: 'app.test' }],
    ['AUTH_SECRET and AUTH_URL', { AUTH_SECRET: secret, AUTH_URL: `${origin}/auth` }],
  ])('comes from the environment: %s', async (name, env) => {
    const at = application({
      runtime: { env: { NODE_ENV: 'test', ...env } },
      ...({ secret: undefined, url: undefined } as object),
    })
    const cookie = cookiesAfter(await at.signIn())
    expect(cookie).toContain('__Host-portico.session')
    const old = at.warnings.filter((line) => line.includes('NEXTAUTH'))
    expect(old).toEqual(
      name.startsWith('NEXT')
        ? [
            'Rename NEXTAUTH_SECRET to AUTH_SECRET and NEXTAUTH_URL to AUTH_URL; the old names are still read',
          ]
        : [],
    )
  })

  test('an old short secret only opens what was', async () => {
    const env = { NODE_ENV: 'test', NEXTAUTH_SECRET: 'short', AUTH_SECRET: secret }
    const session = { fromAuthjs: { since: day() } }
    const { ask } = application({ runtime: { env }, secret: 'short', session })
    const cookie = version4({ secret: 'short' })
    const response = await ask('/auth/session', { headers: { cookie } })
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
    const kept = cookiesAfter(response, cookie)
    const value = /session=([^;]+)/.exec(kept)?.[1] ?? ''
    expect(await authjs.decode({ token: value, secret: 'short' })).toBeNull()
    expect(await authjs.decode({ token: value, secret })).toMatchObject({ sub: 'u-ada' })
    const alone = application({
      runtime: { env: { NODE_ENV: 'test', NEXTAUTH_SECRET: 'short' } },
      secret: 'short',
    })
    expect((await alone.ask('/auth/session')).status).toBe(500)
    expect(alone.errors[0]?.hint).toContain('npx porticojs secret')
  })

  test('names and domains of cookies, ages and experiments', async () => {
    const options = {
      domain: '.app.test',
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: true,
    }
    const at = application({
      cookies: { sessionToken: { name: 'club', options }, csrfToken: { name: 'x' } },
      useSecureCookies: true,
      session: { maxAge: 9000, generateSessionToken: () => 'x', fromAuthjs: { since: day() } },
      jwt: { maxAge: 600 },
      experimental: { enableWebAuthn: true },
    })
    const cookie = await version5({ name: 'club' })
    const response = await at.ask('/auth/session', { headers: { cookie } })
    const lines = response.headers.getSetCookie().toReversed()
    expect(lines).toEqual([
      'club=; Path=/; HttpOnly; Secure; Domain=app.test; SameSite=Lax; Max-Age=0',
      expect.stringMatching(
        /^__Secure-portico\.app\.test\.session=.*Domain=app\.test.*Max-Age=600$/,
      ),
    ])
    expect(at.warnings).toEqual([])
    const plain = application({ useSecureCookies: false })
    const old = await version5({ name: 'authjs.session-token' })
    const kept = await plain.ask('/auth/session', { headers: { cookie: old } })
    expect(await kept.json()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('mail providers are wrapped by themselves, called or not', async () => {
    const sent: string[] = []
    const { ask, errors } = application({
      storage: memory(),
      providers: [
        TheirResend({
          apiKey: 'k',
          from: 'hello@app.test',
          sendVerificationRequest: ({ identifier }) => void sent.push(identifier),
        }),
      ],
    })
    const response = await ask('/auth/signin/resend', {
      method: 'POST',
      headers: { origin, accept: 'application/json' },
      body: new URLSearchParams({ email: 'ada@people.test' }),
    })
    expect(response.status).toBe(200)
    expect(sent).toEqual(['ada@people.test'])
    const env = { NODE_ENV: 'test', AUTH_RESEND_KEY: 'k', AUTH_RESEND_FROM: 'hello@app.test' }
    const uncalled = application({ storage: memory(), runtime: { env }, providers: [TheirResend] })
    const list = await (await uncalled.ask('/auth/providers')).json()
    expect(list.resend).toMatchObject({ id: 'resend', type: 'email' })
    expect([...errors, ...uncalled.errors]).toEqual([])
  })

  test('passkey providers are wrapped by themselves, with the package that they were made with', async () => {
    const storage = memory()
    const providers = [TheirPasskey({}), TheirWebAuthn]
    const { config, errors } = application({ basePath: '/api/auth', storage, providers })
    await signsUpAndIn((request) => Auth(request, config))
    expect(errors).toEqual([])
  })

  test('a passkey provider that brings no package is refused where it is used', async () => {
    const { simpleWebAuthn: _, ...bare } = TheirPasskey({})
    const { ask, errors } = application({ storage: memory(), providers: [bare] })
    const response = await ask('/auth/webauthn-options/passkey?action=authenticate')
    expect(response.status).toBe(500)
    expect(errors[0]?.hint).toContain('porticojs/providers/passkey')
  })

  test.each([
    ['jwt.encode', { jwt: { encode: () => '' } }, /Remove it/],
    ['jwt.decode', { jwt: { decode: () => null } }, /Remove it/],
  ])(
    'an option that would change silently is refused, with a hint what to do: %s',
    async (_, config, hint) => {
      const { ask, errors } = application(config)
      expect((await ask('/auth/session')).status).toBe(500)
      expect(errors).toHaveLength(1)
      expect(errors[0]?.hint).toMatch(hint)
    },
  )
})

const club = {
  id: 'club',
  name: 'Club',
  type: 'oauth' as const,
  clientId: 'c',
  clientSecret: 's',
  authorization: 'https://club.test/authorize',
  token: 'https://club.test/token',
  userinfo: 'https://club.test/me',
}

describe('in version 4 without a database', () => {
  test('people keep the ids that the platform gave them', async () => {
    const callback = `${origin}/api/auth/callback/club`
    const world = await emulator({
      platforms: [
        oauth2({
          id: 'club',
          apps: [{ client_id: 'c', client_secret: 's', redirect_uris: [callback] }],
          authorize: { url: club.authorization },
          token: { url: club.token },
          resources: [{ url: club.userinfo, answer: () => ({ id: '7', name: 'Ada' }) }],
        }),
      ],
    })
    const seen: unknown[] = []
    const config: authjs.AuthConfig = {
      secret,
      url: origin,
      runtime: { env: { NODE_ENV: 'test' }, fetch: world.fetch },
      providers: [
        { ...club, profile: ({ id, name }: { id: string; name: string }) => ({ id, name }) },
      ],
      callbacks: {
        signIn: ({ user }) => Boolean(seen.push(user.id)),
        jwt: ({ token, user }) => (user ? { ...token, seen: user.id } : token),
        session: ({ session, token }) => ({ ...session, seen: token.seen }),
      },
      events: { signIn: ({ user }) => void seen.push(user.id) },
    }
    for (const [version, id] of [
      [4, '7'],
      [5, 'club:7'],
    ] as const) {
      const auth = instanceOf(config, { version, basePath: '/api/auth' })
      const browser = createBrowser({
        origin,
        app: auth.handler,
        now: Date.now,
        atPlatform: (url) => world.approve(url),
      })
      await browser.signIn('club')
      expect(await browser.session()).toMatchObject({ user: { id }, seen: id })
      expect(seen.splice(0)).toEqual([id, id])
    }
  })

  test('a warning says when ids of several platforms can meet', () => {
    const warnings: string[] = []
    const logger = { warn: (line: string) => void warnings.push(line) }
    const providers = [club, { ...club, id: 'guild' }]
    const runtime = { env: { NODE_ENV: 'test' } }
    const config = { secret, url: origin, runtime, logger, providers }
    instanceOf(config, { version: 4, basePath: '/api/auth' })
    expect(warnings.filter((line) => line.includes('same id'))).toHaveLength(1)
  })
})

describe('customFetch', () => {
  test.each([
    ['porticojs/authjs', authjs.customFetch],
    ['porticojs/next-auth', nextCustomFetch],
    ['@auth/core', theirCustomFetch],
  ])('of %s sends what goes to the platform', async (_, symbol) => {
    const callback = `${origin}/api/auth/callback/club`
    const apps = [{ client_id: 'c', client_secret: 's', redirect_uris: [callback] }]
    const world = await emulator({
      platforms: [
        oauth2({
          id: 'club',
          apps,
          authorize: { url: club.authorization },
          token: { url: club.token },
          resources: [{ url: club.userinfo, answer: () => ({ id: '7' }) }],
        }),
      ],
    })
    const sent: string[] = []
    const own: typeof fetch = (input, init) => {
      sent.push(String(input instanceof Request ? input.url : input))
      return world.fetch(input, init)
    }
    const { config, errors } = application({
      basePath: '/api/auth',
      providers: [{ ...club, profile: ({ id }: { id: string }) => ({ id }), [symbol]: own }],
    })
    const browser = createBrowser({
      origin,
      app: (request) => Auth(request, config),
      atPlatform: (url) => world.approve(url),
    })
    await browser.signIn('club')
    expect(sent).toEqual([club.token, club.userinfo])
    expect(errors).toEqual([])
  })
})

describe('tokens', () => {
  test('go both ways between Auth.js and us', async () => {
    const name = 'authjs.session-token'
    const theirs = await theirEncode({ token: ada, secret, salt: name })
    expect(await authjs.decode({ token: theirs, secret, salt: name })).toMatchObject(ada)
    const ours = await authjs.encode({ token: ada, secret, salt: name })
    expect(await theirDecode({ token: ours, secret, salt: name })).toMatchObject(ada)
    const old = await authjs.encode({ token: ada, secret })
    expect(await authjs.decode({ token: old, secret })).toMatchObject(ada)
    expect(await authjs.decode({ token: ours, secret: `${secret}!`, salt: name })).toBeNull()
    expect(await authjs.decode({ token: ours, secret, salt: 'another' })).toBeNull()
    const late = await authjs.encode({ token: ada, secret, salt: name, maxAge: -16 })
    expect(await authjs.decode({ token: late, secret, salt: name })).toBeNull()
    expect(await authjs.decode({ token: '', secret })).toBeNull()
  })

  test('an empty or missing secret decodes to null', async () => {
    const name = 'authjs.session-token'
    // An environment that lacks the variable, in an application without types.
    const missing = { secret: Object.create(null).AUTH_SECRET }
    for (const given of [{ secret: '' }, missing, { secret: [''] }]) {
      const planted = await sealJwe({ ...ada, exp: 4e9 }, '', name, newest)
      expect(await authjs.decode({ token: planted, ...given, salt: name })).toBeNull()
    }
  })

  test('getToken reads our cookie, those of Auth.js, and a bearer token', async () => {
    const { signIn, ask } = application()
    const own = cookiesAfter(await signIn())
    const read = (headers: Record<string, string>, options = {}) =>
      authjs.getToken({ req: { headers }, secret, secureCookie: true, since: day(), ...options })
    expect(await read({ cookie: own })).toMatchObject({ sub: 'u-ada' })
    expect(await read({ cookie: await version5() })).toMatchObject(ada)
    expect(await read({ cookie: version4() })).toMatchObject(ada)
    const chosen = await version5({ name: 'club' })
    expect(await read({ cookie: chosen }, { cookieName: 'club' })).toMatchObject(ada)
    expect(await read({ cookie: chosen })).toBeNull()
    const text = await read({ cookie: own }, { raw: true })
    expect(own).toContain(String(text))
    expect(await read({ authorization: `Bearer ${text}` })).toMatchObject({ sub: 'u-ada' })
    expect(await read({ cookie: own }, { secret: 'another' })).toBeNull()
    const sharing = { sessionToken: { name: 'club', options: { domain: 'app.test' } } }
    const shared = cookiesAfter(await application({ cookies: sharing }).signIn())
    expect(shared).toContain('__Secure-portico.app.test.session=')
    expect(await read({ cookie: shared }, { cookies: { domain: 'app.test' } })).toMatchObject({
      sub: 'u-ada',
    })
    const out = await ask('/auth/signout', { method: 'POST', headers: { origin, cookie: own } })
    const left = cookiesAfter(out, own)
    expect(await read({ cookie: `${left}; ${own}` })).toBeNull()
    await expect(authjs.getToken({ req: { headers: {} }, secret: [] })).rejects.toThrow(
      authjs.MissingSecret,
    )
  })
})

describe('helpers', () => {
  test('isAuthAction, setEnvDefaults and createActionURL', () => {
    expect(authjs.isAuthAction('session')).toBe(true)
    expect(authjs.isAuthAction('admin')).toBe(false)
    const config: Partial<authjs.AuthConfig> = {}
    authjs.setEnvDefaults({ AUTH_URL: `${origin}/api/auth`, DB: {} }, config)
    const env = { AUTH_URL: `${origin}/api/auth` }
    expect(config).toEqual({ basePath: '/api/auth', runtime: { env } })
    const headers = new Headers({ host: 'a.test', 'x-forwarded-host': 'b.test' })
    const url = (env: object, rules: object) =>
      authjs.createActionURL('signin', 'http', headers, env, rules).href
    expect(url({}, { basePath: '/auth' })).toBe('http://a.test/auth/signin')
    expect(url({}, { basePath: '/auth', trustHost: true })).toBe('http://b.test/auth/signin')
    expect(url({ AUTH_URL: `${origin}/x` }, {})).toBe(`${origin}/x/signin`)
    const unsaid = authjs.createActionURL('signin', undefined, headers, {}, { basePath: '/auth' })
    expect(unsaid.href).toBe('https://a.test/auth/signin')
  })

  test('errors have the names and types of those in Auth.js', () => {
    const own = new Map<string, unknown>(Object.entries(authjs))
    for (const [name, Their] of Object.entries(theirErrors)) {
      const Own = own.get(name)
      const type = Reflect.get(Their, 'type')
      if (typeof Own !== 'function' || !type) continue
      expect(Reflect.get(Own, 'type'), name).toBe(type)
      expect(Reflect.construct(Own, ['why'])).toBeInstanceOf(authjs.AuthError)
    }
    class Late extends authjs.CredentialsSignin {
      override code = 'late'
    }
    expect(new Late()).toMatchObject({ type: 'CredentialsSignin', code: 'late', kind: 'signIn' })
  })

  test('the code that `authorize` throws on purpose reaches the page', async () => {
    class Late extends authjs.CredentialsSignin {
      override code = 'late'
    }
    const { signIn } = application({
      providers: [
        TheirCredentials({
          authorize: () => {
            throw new Late()
          },
        }),
      ],
    })
    const page = new URL((await signIn()).headers.get('location') ?? '')
    expect(page.searchParams.get('error')).toBe('CredentialsSignin')
    expect(page.searchParams.get('code')).toBe('late')
  })
})
