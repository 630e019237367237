import { afterEach, describe, expect, test, vi } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { type GetTokenParams, getToken } from '../../src/authjs/jwt.ts'
import withAuth from '../../src/authjs/next-auth/middleware.ts'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { day, version4, version5 } from '../authjs/cookies.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { origin, secret, setup } from '../setup.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const login = Credentials({
  credentials: { name: { label: 'Name' } },
  authorize: ({ name }) => ({ id: `u-${name}`, name: String(name) }),
})

/** Somebody signs in; the cookie is what their browser keeps. The engine and `getToken` are asked about others. */
async function signedIn(config: Partial<AuthConfig> = {}) {
  const session = { fromAuthjs: fromAuthjs({ since: day() }) }
  const { auth, browser } = await setup({ providers: [login], session, ...config })
  const response = await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  const [cookie = '', value = ''] = /[\w.-]+\.session=([^;]+)/.exec(cookiesAfter(response)) ?? []
  const engine = async (sent: string) =>
    (await auth.session(new Request(origin, { headers: { cookie: sent } })))?.user.id
  return { cookie, value, engine }
}

async function token(cookie: string, more: Partial<GetTokenParams> = {}) {
  const req = new Request(`${origin}/page`, { headers: { cookie } })
  return (await getToken({ req, secret, since: day(), ...more }))?.sub
}

/** The answer of `withAuth` to somebody who has this cookie. */
async function middleware(cookie: string, options: object = {}) {
  const headers = { cookie, host: 'app.test', 'x-forwarded-proto': 'https' }
  vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', day())
  const page = new Request('http://localhost:3000/page', { headers })
  const answer = await withAuth({ secret, ...options })(page, {})
  return answer === undefined ? 'let in' : 'sent away'
}

describe('getToken and withAuth believe what the engine believes', () => {
  test('of cookies under other names, twice, or beside another one: nothing', async () => {
    const { cookie, value, engine } = await signedIn()
    const old = await version5()
    const planted = {
      'of a neighbour’s domain': `__Secure-portico.evil.app.test.session=${value}`,
      'of the parent’s domain': `__Secure-portico.app.test.session=${value}`,
      'of another prefix': `__Host-other.session=${value}`,
      'that the browser does not protect': `portico.session=${value}`,
      'that is there twice': `${cookie}; ${cookie}`,
      'that is there twice in pieces': `__Host-portico.session.0=${value}; __Host-portico.session.0=${value}`,
      'of Auth.js, twice': `${old}; ${old}`,
      'of Auth.js, that the browser does not protect': await version5({
        name: 'authjs.session-token',
      }),
      'of Auth.js, beside one of ours that was changed': `${cookie.replace('=ey', '=eyA')}; ${old}`,
    }
    for (const [name, sent] of Object.entries(planted)) {
      expect(await engine(sent), name).toBeUndefined()
      expect(await token(sent), name).toBeUndefined()
      expect(await token(sent, { secureCookie: true }), name).toBeUndefined()
      expect(await middleware(sent), name).toBe('sent away')
    }
    for (const sent of [cookie, old]) {
      expect(await engine(sent)).toBe('u-ada')
      expect(await token(sent)).toBe('u-ada')
      expect(await middleware(sent)).toBe('let in')
    }
  })

  test('of cookies that subdomains share: those of the configured domain and prefix', async () => {
    const shared = await signedIn({ cookies: { domain: 'app.test' } })
    expect(shared.cookie).toContain('__Secure-portico.app.test.session=')
    expect(await token(shared.cookie)).toBeUndefined()
    expect(await token(shared.cookie, { cookies: { domain: 'app.test' } })).toBe('u-ada')
    const cookies = { sessionToken: { options: { domain: '.app.test' } } }
    expect(await middleware(shared.cookie, { cookies })).toBe('let in')
    const own = await signedIn({ cookies: { prefix: 'club' } })
    expect(await token(own.cookie)).toBeUndefined()
    expect(await token(own.cookie, { cookies: { prefix: 'club' } })).toBe('u-ada')
  })

  test.each([
    ['by AUTH_URL', { AUTH_URL: origin }, 'http://localhost:3000', {}],
    ['by the request', {}, origin, {}],
    ['by the Host header', {}, undefined, { host: 'app.test' }],
    [
      'by a proxy',
      { AUTH_TRUST_HOST: 'true' },
      'http://app.test',
      { 'x-forwarded-proto': 'https' },
    ],
  ])(
    'protected cookies are read and unprotected ones ignored if https is known %s',
    async (_, env, url, headers) => {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
      const { cookie, value } = await signedIn()
      const ask = async (sent: string) => {
        const all = { ...headers, cookie: sent }
        const req = url ? new Request(url, { headers: all }) : { headers: all }
        return (await getToken({ req, secret, since: day() }))?.sub
      }
      expect(await ask(cookie)).toBe('u-ada')
      expect(await ask(`portico.session=${value}`)).toBeUndefined()
      expect(await ask(version4({ name: 'next-auth.session-token' }))).toBeUndefined()
      expect(await ask(version4())).toBe('u-ada')
    },
  )

  test('of tokens of Auth.js: those from before the move, as long as one can last', async () => {
    // The cookie is found in any case; only its token is in question.
    vi.stubEnv('AUTH_URL', origin)
    const yesterday = Math.floor(Date.now() / 1000) - 86_400
    expect(await token(version4(), { since: day(-2) })).toBeUndefined()
    expect(await token(version4({ iat: null }))).toBeUndefined()
    expect(await token(version4({ iat: yesterday }), { since: day(-1), maxAge: 1 })).toBeUndefined()
    expect(await token(version4({ iat: yesterday }), { since: day(-1) })).toBe('u-ada')
    const req = new Request(origin, { headers: { cookie: version4() } })
    expect(await getToken({ req, secret })).toBeNull()
    vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', day())
    expect(await getToken({ req, secret })).toMatchObject({ sub: 'u-ada' })
    const headers = { authorization: `Bearer ${version4({ name: '' }).slice(1)}` }
    expect(await getToken({ req: { headers }, secret })).toMatchObject({ sub: 'u-ada' })
    vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', day(-2))
    expect(await getToken({ req: { headers }, secret })).toBeNull()
  })

  test('of guessable secrets in production: nothing', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_URL', origin)
    for (const weak of ['short', 'my-secret-that-has-more-than-32-characters']) {
      expect(await token(version4({ secret: weak }), { secret: weak })).toBeUndefined()
    }
    const strong = 'q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi'
    expect(await token(version4({ secret: strong }), { secret: ['short', strong] })).toBe('u-ada')
  })
})
