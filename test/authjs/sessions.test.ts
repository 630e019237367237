import { hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { getToken } from '../../src/authjs/jwt.ts'
import type { AuthConfig, InheritedSessions } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { origin, secret, setup } from '../setup.ts'
import { ada, chunked, day, gcm, version4, version5 } from './cookies.ts'

const login = Credentials({
  credentials: { name: { label: 'Name' } },
  authorize: ({ name }) => ({ id: `u-${name}`, name: String(name) }),
})

/** An application that has moved here today. */
async function moved(config: Partial<AuthConfig> = {}, options = {}) {
  const { session, ...rest } = config
  return setup(
    { providers: [login], session: { fromAuthjs: today(options), ...session }, ...rest },
    { now: Date.now() },
  )
}

const today = (options = {}) => fromAuthjs({ since: day(), ...options })

const asked = (cookie: string, headers = {}) =>
  new Request(origin, { headers: { cookie, ...headers } })
const session = `${origin}/api/auth/session`

describe('a token of Auth.js', () => {
  test.each([
    ['of version 5', () => version5()],
    ['of version 4', () => version4()],
    ['of version 5, in chunks', async () => chunked(await version5())],
    ['of version 4, in chunks', async () => chunked(version4())],
    ['of version 5, with A256GCM and no key id', async () => version5Gcm()],
  ])('%s says who it is, until a response can be written', async (_, make) => {
    const { auth, browser, log } = await moved()
    const cookie = await make()
    expect((await auth.session(asked(cookie)))?.user).toEqual({
      id: 'u-ada',
      name: 'Ada',
      email: 'ada@people.test',
      image: 'https://people.test/ada.png',
    })
    const response = await browser.visit(session, { cookie })
    expect((await response.json()).user.name).toBe('Ada')
    const kept = cookiesAfter(response, cookie)
    expect(kept).toMatch(/^__Host-portico\.session=[^;]+$/)
    expect((await auth.session(asked(kept)))?.user.id).toBe('u-ada')
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test.each([
    ['an id instead of `sub`', { id: 'u-ada', name: 'Ada' }, 'u-ada'],
    ['a number', { sub: 7, name: 'Ada' }, '7'],
    ['a number as its id', { id: 7, name: 'Ada' }, '7'],
  ])('goes on with %s, and getToken agrees', async (_, token, id) => {
    const { auth } = await moved()
    for (const make of [version4, version5]) {
      const request = asked(await make({ token }))
      expect((await auth.session(request))?.user).toMatchObject({ id, name: 'Ada' })
      expect(await getToken({ req: request, secret, since: day() })).toMatchObject({ sub: id })
    }
  })

  test('is read by getToken as a bearer token of either version, and from cookies alone', async () => {
    for (const cookie of [version4(), await version5()]) {
      const [name = '', value = ''] = cookie.split('=')
      const authorization = `Bearer ${encodeURIComponent(value)}`
      const bearer = new Request(origin, { headers: { authorization } })
      expect(await getToken({ req: bearer, secret, since: day() })).toMatchObject({ sub: 'u-ada' })
      const req = { cookies: { [name]: value } } as never
      const options = { secret, since: day(), secureCookie: true }
      expect(await getToken({ req, ...options })).toMatchObject({ sub: 'u-ada' })
    }
  })

  test('is refused if it names nobody, and getToken agrees', async () => {
    const { auth } = await moved()
    const request = asked(await version5({ token: { name: 'Ada', email: 'ada@people.test' } }))
    expect(await auth.session(request)).toBeNull()
    expect(await getToken({ req: request, secret, since: day() })).toBeNull()
  })

  test('is replaced by whoever reads it with a response', async () => {
    const { auth } = await moved()
    const response = new Headers()
    await auth.session(asked(await version5()), { response })
    const lines = response.getSetCookie().join('\n')
    expect(lines).toMatch(/__Secure-authjs\.session-token=;.*Max-Age=0/)
    expect(lines).toMatch(/__Host-portico\.session=ey/)
  })

  test('brings along what the jwt callback put there, and nothing that means something here', async () => {
    const token = { ...ada, role: 'admin', auth_time: 1, amr: ['hwk'], stored: false }
    const { auth, browser } = await moved({
      callbacks: { session: ({ session, token }) => ({ ...session, role: token?.role }) },
    })
    const cookie = await version5({ token })
    const first = await auth.session(asked(cookie))
    expect(first).toMatchObject({ role: 'admin' })
    expect(first).toMatchObject({ authTime: 0, amr: [] })
    const kept = cookiesAfter(await browser.visit(session, { cookie }), cookie)
    const second = await auth.session(asked(kept))
    expect(second).toMatchObject({ role: 'admin' })
    expect(second).toMatchObject({ amr: [] })
  })

  test('is read with any secret that Auth.js had, short ones included', async () => {
    const env = { NEXTAUTH_SECRET: 'short' }
    const { auth } = await moved(
      { runtime: { env }, secret: [secret, `${secret} before`] },
      { secret: 'tiny' },
    )
    for (const old of ['short', 'tiny', secret, `${secret} before`]) {
      expect(await auth.session(asked(await version5({ secret: old }))), old).not.toBeNull()
      expect(await auth.session(asked(version4({ secret: old }))), old).not.toBeNull()
    }
    expect(await auth.session(asked(await version5({ secret: 'another' })))).toBeNull()
  })

  test('is found under a name that the application chose', async () => {
    const { auth, browser } = await moved({}, { cookieName: 'club', domain: 'app.test' })
    for (const cookie of [await version5({ name: 'club' }), version4({ name: 'club' })]) {
      expect((await auth.session(asked(cookie)))?.user.name).toBe('Ada')
      const lines = (await browser.visit(session, { cookie })).headers.getSetCookie().join('\n')
      expect(lines).toMatch(/club=;.*Domain=app\.test.*Max-Age=0/)
    }
    const other = await moved()
    expect(await other.auth.session(asked(await version5({ name: 'club' })))).toBeNull()
  })

  test.each([
    ['expired', () => version5({ maxAge: -60 })],
    ['expired, of version 4', () => version4({ maxAge: -60 })],
    ['of nobody', () => version5({ token: { name: 'Ada' } })],
    [
      'of another application',
      () => version5({ secret: 'another-secret-of-some-length-0123456789' }),
    ],
    ['moved to another name', async () => (await version5()).replace('authjs', 'next-auth')],
    ['with a changed end', async () => `${(await version5()).slice(0, -4)}AAAA`],
    ['with a changed beginning', async () => (await version5()).replace('=ey', '=eyA')],
    [
      'of an unknown kind',
      () => `__Secure-authjs.session-token=${gcm(ada, randomBytes(32), { enc: 'A128GCM' })}`,
    ],
    [
      'with a critical extension',
      () => `__Secure-next-auth.session-token=${version4Gcm({ crit: ['x'] })}`,
    ],
    ['sent twice', async () => `${await version5()}; ${await version5()}`],
    ['without protection, by https', () => version5({ name: 'authjs.session-token' })],
    ['with its header only', () => '__Secure-authjs.session-token=eyJhbGciOiJkaXIifQ..x.x.x'],
  ])('%s is refused', async (_, make) => {
    const { auth, browser, log } = await moved()
    const cookie = await make()
    expect(await auth.session(asked(cookie))).toBeNull()
    expect(await (await browser.visit(session, { cookie })).json()).toBeNull()
    expect(log.errors).toEqual([])
  })

  test('is ignored beside a session of ours, even a spoilt one', async () => {
    const { auth, browser } = await moved()
    const response = await browser.submit('/api/auth/callback/credentials', { name: 'bob' })
    const own = cookiesAfter(response)
    const both = `${own}; ${await version5()}`
    expect((await auth.session(asked(both)))?.user.id).toBe('u-bob')
    const spoilt = both.replace(/(__Host-portico\.session=.{20})./, '$1!')
    expect(await auth.session(asked(spoilt))).toBeNull()
  })

  test('is null without the option, and a wrong option gets the import to write', async () => {
    const { auth } = await setup({ providers: [login] })
    expect(await auth.session(asked(await version5()))).toBeNull()
    const inherits = true as unknown as InheritedSessions
    const wrong = await setup({ providers: [login], session: { fromAuthjs: inherits } })
    expect(wrong.log.errors[0]?.hint).toContain("import { fromAuthjs } from 'porticojs/authjs'")
  })

  test('ends with a sign-out, and with a sign-in as somebody else', async () => {
    const { auth, browser } = await moved()
    const cookie = await version5()
    const out = await browser.send(
      new Request(`${origin}/api/auth/signout`, {
        method: 'POST',
        headers: { origin, cookie, accept: 'application/json' },
      }),
    )
    const left = cookiesAfter(out, cookie)
    expect(left).not.toContain('session-token')
    // A request that was on its way brings it back, and it stays ended.
    expect(await auth.session(asked(`${left}; ${cookie}`))).toBeNull()
    const back = await browser.send(
      new Request(`${origin}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin, cookie, accept: 'application/json' },
        body: new URLSearchParams({ name: 'bob' }),
      }),
    )
    const now = cookiesAfter(back, cookie)
    expect(now).not.toContain('session-token')
    expect((await auth.session(asked(now)))?.user.id).toBe('u-bob')
  })
})

describe('with a database', () => {
  const people = async (config: Partial<AuthConfig> = {}) => {
    const storage = memory()
    const at = await moved({ storage, ...config })
    const user = await storage.createUser({ id: 'u-ada', name: 'Ada here', emailVerified: null })
    return { ...at, storage, user }
  }

  test('a token of Auth.js becomes a stored session of the same user', async () => {
    const { auth, browser, storage, user } = await people()
    const cookie = await version5({ token: { ...ada, sub: user.id } })
    expect((await auth.session(asked(cookie)))?.user.name).toBe('Ada here')
    const kept = cookiesAfter(await browser.visit(session, { cookie }), cookie)
    expect((await auth.session(asked(kept)))?.user.id).toBe(user.id)
    expect(await storage.listSessions(user.id)).toHaveLength(1)
  })

  test('a page that asks several times at once begins one session', async () => {
    const { browser, storage, user } = await people()
    const cookie = await version5({ token: { ...ada, sub: user.id } })
    const all = await Promise.all([1, 2, 3].map(() => browser.visit(session, { cookie })))
    const names = await Promise.all(all.map(async (one) => (await one.json()).user.name))
    expect(names).toEqual(['Ada here', 'Ada here', 'Ada here'])
    expect(await storage.listSessions(user.id)).toHaveLength(1)
  })

  test('a token of somebody who was deleted is refused', async () => {
    const stored = await people()
    expect(await stored.auth.session(asked(await version5({ token: { sub: 'gone' } })))).toBeNull()
    const club = {
      id: 'club',
      name: 'Club',
      type: 'oauth' as const,
      clientId: 'c',
      clientSecret: 's',
    }
    const endpoints = {
      authorization: 'https://c.test/a',
      token: 'https://c.test/t',
      userinfo: 'https://c.test/u',
    }
    const sealed = await people({
      providers: [{ ...club, ...endpoints }],
      session: { strategy: 'jwt', fromAuthjs: today() },
    })
    const cookie = await version5({ token: { sub: 'gone' } })
    const response = await sealed.browser.visit(session, { cookie })
    expect(await response.json()).toBeNull()
    expect(cookiesAfter(response)).toBe('')
  })

  test('somebody whom only `authorize` knows signs in once more, and stays', async () => {
    const { browser, auth } = await people({
      session: { strategy: 'jwt', fromAuthjs: today() },
    })
    const cookie = await version5({ token: { sub: '7', name: 'Bob' } })
    expect(await (await browser.visit(session, { cookie })).json()).toBeNull()
    const signedIn = await browser.submit('/api/auth/callback/credentials', { name: 'bob' })
    expect((await auth.session(asked(cookiesAfter(signedIn))))?.user.id).toBe('u-bob')
  })

  test.each([
    ['a UUID', '0b3f6f0e-6f0f-4b7e-9c6b-0c1d2e3f4a5b'],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['anything else', 'session_ABC.123'],
  ])('a stored session goes on, whatever its key is: %s', async (_, key) => {
    const { auth, browser, storage, user, world } = await people()
    const expires = new Date(world.clock.now() + 86_400_000)
    await storage.createSession({ sessionToken: key, userId: user.id, expires })
    const cookie = `__Secure-next-auth.session-token=${key}`
    expect((await auth.session(asked(cookie)))?.user.id).toBe(user.id)
    const response = await browser.visit(session, { cookie })
    const kept = cookiesAfter(response, cookie)
    expect(kept).toMatch(/^__Host-portico\.session=[\w-]{43}$/)
    expect(kept).not.toContain(key)
    expect((await auth.session(asked(kept)))?.user.id).toBe(user.id)
    // What was on its way is still answered; a copy that comes later is not.
    expect(await auth.session(asked(cookie))).not.toBeNull()
    world.clock.advance('31s')
    expect(await auth.session(asked(cookie))).toBeNull()
    expect(await auth.session(asked(kept))).not.toBeNull()
  })

  test('a key of ours or its hash gets null under a name of Auth.js', async () => {
    const { auth, browser, storage } = await people()
    const own = cookiesAfter(
      await browser.submit('/api/auth/callback/credentials', { name: 'bob' }),
    )
    const key = /session=([^;]+)/.exec(own)?.[1]
    const bob = (await auth.session(asked(own)))?.user.id ?? ''
    const [stored] = await storage.listSessions(bob)
    for (const planted of [key, stored?.sessionToken]) {
      expect(planted).toMatch(/^[\w-]{43}$/)
      expect(await auth.session(asked(`__Secure-authjs.session-token=${planted}`))).toBeNull()
    }
  })

  test('a stored session goes on in a sealed cookie, too', async () => {
    const rules = { strategy: 'jwt' as const, fromAuthjs: today() }
    const { auth, browser, storage, user, world } = await people({ session: rules })
    const expires = new Date(world.clock.now() + 86_400_000)
    await storage.createSession({ sessionToken: 'key', userId: user.id, expires })
    const cookie = '__Secure-authjs.session-token=key'
    const kept = cookiesAfter(await browser.visit(session, { cookie }), cookie)
    expect(kept).toMatch(/^__Host-portico\.session=ey/)
    expect((await auth.session(asked(kept)))?.user.name).toBe('Ada here')
  })
})

test('the log says when the last session of Auth.js has ended', async () => {
  const month = 30 * 86_400_000
  const { auth, log, world } = await moved()
  world.clock.advance(month - 1000)
  await auth.session(asked('a=b'))
  expect(log.warnings).toEqual([])
  world.clock.advance('25h')
  await auth.session(asked('a=b'))
  await auth.session(asked('a=b'))
  expect(log.warnings).toEqual([expect.stringContaining('remove `session.fromAuthjs`')])
  const later = await moved({}, { since: day(-60) })
  await later.auth.session(asked('a=b'))
  expect(later.log.warnings).toHaveLength(1)
  for (const since of ['soon', '2026', day(100)]) {
    const wrong = await moved({}, { since })
    expect(wrong.log.errors[0]?.message).toContain(`"${since}" is not a day`)
  }
})

/** What version 5 reads besides what it writes. */
function version5Gcm(): string {
  const name = '__Secure-authjs.session-token'
  const info = `Auth.js Generated Encryption Key (${name})`
  const key = Buffer.from(hkdfSync('sha256', secret, name, info, 32))
  return `${name}=${gcm({ ...ada, ...inAMinute() }, key)}`
}

function version4Gcm(header: object): string {
  const info = 'NextAuth.js Generated Encryption Key'
  const key = Buffer.from(hkdfSync('sha256', secret, '', info, 32))
  return gcm({ ...ada, ...inAMinute() }, key, header)
}

function inAMinute() {
  const iat = Math.floor(Date.now() / 1000)
  return { iat, exp: iat + 60 }
}
