import { describe, expect, test } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { Auth, type AuthConfig, type JWT, type Storage } from '../../src/index.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, outside, plain, type Stage, sessionsIn, stage } from '../attacks/stage.ts'
import { origin, type Setup, secret, setup } from '../setup.ts'

const day = 86_400

/** Without a storage, sessions live in a sealed cookie. */
const sealed = async (config: Partial<AuthConfig> = {}) =>
  setup({ providers: [plain], ...config }, await outside())

const cookieOf = (browser: TestBrowser) =>
  [...browser.cookies].map((pair) => pair.join('=')).join('; ')

const requestOf = (browser: TestBrowser) =>
  new Request(`${origin}/dashboard`, { headers: { cookie: cookieOf(browser) } })

const sessionCookies = (browser: TestBrowser) =>
  [...browser.cookies].filter(([name]) => /\.session(\.\d+)?$/.test(name))

/** All that a browser has, but for the ids of the sessions that ended in it and the way that was used last. */
const remains = (browser: TestBrowser) =>
  [...browser.cookies.keys()].filter((name) => !/\.(session-ended|last)$/.test(name))

/** An application of which is known what it wrote to its storage; without one, nothing. */
type Open = (config?: Partial<AuthConfig>) => Promise<Setup & Pick<Stage, 'writes'>>

const strategies: [string, Open][] = [
  ['a sealed cookie', async (config) => ({ ...(await sealed(config)), writes: [] })],
  ['the storage', async (config) => stage(config)],
  [
    'a sealed cookie beside a storage',
    async (config) => stage({ ...config, session: { ...config?.session, strategy: 'cookie' } }),
  ],
]

/** A door that keeps closed whoever comes to it, and tells that somebody came. */
function closedDoor() {
  const arrival = Promise.withResolvers<void>()
  const opening = Promise.withResolvers<void>()
  return {
    someoneWaits: arrival.promise,
    open: () => opening.resolve(),
    pass: () => {
      arrival.resolve()
      return opening.promise
    },
  }
}

describe.each(strategies)('a session in %s', (_, open) => {
  test('is there after the sign-in and gone after the sign-out', async () => {
    const { browser, auth } = await open()
    expect(await browser.session()).toBeNull()
    await browser.signIn('plain', { as: 'ada' })
    const session = await browser.session()
    expect(session?.user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@people.test' })
    expect(await auth.session(requestOf(browser))).toEqual(session)
    expect((await browser.signOut()).headers.get('location')).toBe(`${origin}/`)
    expect(await browser.session()).toBeNull()
    expect(remains(browser)).toEqual([])
  })

  test('lasts thirty days from the last visit', async () => {
    const { browser, world, auth } = await open()
    await browser.signIn('plain', { as: 'ada' })
    const first = await browser.session()
    expect(Date.parse(first?.expires ?? '')).toBe(world.clock.now() + 30 * day * 1000)
    world.clock.advance('29d')
    expect(await browser.session()).not.toBeNull()
    world.clock.advance('29d')
    expect(await browser.session()).not.toBeNull()
    const hoarded = requestOf(browser)
    world.clock.advance('30d')
    expect(await browser.session()).toBeNull()
    expect(await auth.session(hoarded)).toBeNull()
  })

  test('lasts as long for who is only asked for in code, if the answer can be written to', async () => {
    const { browser, world, auth } = await open()
    await browser.signIn('plain', { as: 'ada' })
    const first = new Headers()
    expect(await auth.session(requestOf(browser), { response: first })).not.toBeNull()
    expect(first.getSetCookie()).toEqual([])
    world.clock.advance('29d')
    const answer = new Headers()
    const session = await auth.session(requestOf(browser), { response: answer })
    expect(Date.parse(session?.expires ?? '')).toBe(world.clock.now() + 30 * day * 1000)
    expect(answer.getSetCookie()).toHaveLength(1)
    expect(answer.getSetCookie()[0]).toContain('HttpOnly')
    const [pair = ''] = answer.getSetCookie()[0]?.split(';') ?? []
    world.clock.advance('29d')
    const next = new Request(`${origin}/`, { headers: { cookie: pair } })
    expect(await auth.session(next)).not.toBeNull()
  })

  test('is written anew once a day, not by every visit', async () => {
    const { browser, world } = await open()
    await browser.signIn('plain', { as: 'ada' })
    world.clock.advance('23h')
    expect(sessionsIn(await browser.visit(`${base}/session`))).toEqual([])
    world.clock.advance('1h')
    expect(sessionsIn(await browser.visit(`${base}/session`))).toHaveLength(1)
    expect(sessionsIn(await browser.visit(`${base}/session`))).toEqual([])
  })

  test('stays as it is when code looks at it', async () => {
    let asked = 0
    const jwt = ({ token }: { token: JWT }) => {
      asked++
      return token
    }
    const { browser, world, auth, writes } = await open({ callbacks: { jwt } })
    await browser.signIn('plain', { as: 'ada' })
    const request = requestOf(browser)
    const first = await auth.session(request)
    const before = { written: [...writes], asked }
    // It is due by now: whatever may write it, would.
    world.clock.advance('2d')
    for (let look = 0; look < 3; look++) {
      expect(await auth.session(request)).toEqual(first)
    }
    expect({ written: writes, asked }).toEqual(before)
    expect(sessionsIn(await browser.visit(`${base}/session`))).toHaveLength(1)
  })

  test('lasts as long as the configuration says', async () => {
    const { browser, world } = await open({ session: { maxAge: 3600, updateAge: 600 } })
    await browser.signIn('plain', { as: 'ada' })
    world.clock.advance('50m')
    expect(sessionsIn(await browser.visit(`${base}/session`))).toHaveLength(1)
    world.clock.advance('61m')
    expect(await browser.session()).toBeNull()
  })

  test('is a new one at each sign-in', async () => {
    const { browser } = await open()
    await browser.signIn('plain', { as: 'ada' })
    const before = sessionCookies(browser)
    await browser.signIn('plain', { as: 'ada' })
    expect(sessionCookies(browser)).not.toEqual(before)
  })

  test.each(['planted', 'a.b.c', '', '../../x', 'x'.repeat(5000), '%00', '{"sub":"ada"}'])(
    'is null for anything else that somebody put into the cookie: %s',
    async (value) => {
      const { auth, browser } = await open()
      const headers = { cookie: `__Host-portico.session=${value}` }
      expect(await auth.session(new Request(origin, { headers }))).toBeNull()
      const response = await browser.visit(`${base}/session`, headers)
      expect(response.status).toBe(200)
      expect(await response.json()).toBeNull()
    },
  )

  test('planted before a sign-in is replaced by another one', async () => {
    const { open: another, world, auth } = await open()
    const attacker = another()
    await attacker.signIn('plain', { as: 'eve' })
    const planted = requestOf(attacker)
    const victim = attacker.clone()
    const back = await world.approve(await victim.start('plain'), { as: 'noor' })
    await victim.visit(String(back))
    expect((await victim.session())?.user.name).toBe('Noor')
    expect((await auth.session(planted))?.user.name).not.toBe('Noor')
    expect(cookieOf(victim)).not.toContain(planted.headers.get('cookie'))
  })

  test('ends for a reader whose callback fails: nobody is signed in by an error', async () => {
    const session = () => {
      throw new Error('database down')
    }
    const { browser, auth, log } = await open({ callbacks: { session } })
    await browser.signIn('plain', { as: 'ada' })
    expect(await auth.session(requestOf(browser))).toBeNull()
    expect(log.errors.map(({ message }) => message)).toContain('database down')
    const response = await browser.visit(`${base}/session`, { accept: 'application/json' })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('Ada')
  })

  test('stays ended although a visit was under way while it ended', async () => {
    const door = closedDoor()
    let wait: (() => Promise<void>) | undefined
    const { browser } = await open({
      callbacks: {
        async session({ session }) {
          await wait?.()
          return session
        },
      },
    })
    await browser.signIn('plain', { as: 'ada' })
    wait = door.pass
    const visit = browser.visit(`${base}/session`)
    await door.someoneWaits
    wait = undefined
    await browser.signOut()
    door.open()
    const visited = await visit
    // The visit had found Ada before she left, and its answer reaches her browser after the sign-out's.
    expect((await visited.json()).user.name).toBe('Ada Lovelace')
    // Within a day of the last renewal a visit writes no cookie, so there is nothing to come back.
    expect(visited.headers.getSetCookie()).toEqual([])
    expect(await browser.session()).toBeNull()
    expect(remains(browser)).toEqual([])
  })
})

describe.each(strategies)('a renewal of a session in %s', (_, open) => {
  /** Somebody is signed in, and a visit that renews the session is under way. */
  async function renewing() {
    const door = closedDoor()
    let wait: (() => Promise<void>) | undefined
    const at = await open({
      callbacks: {
        async session({ session }) {
          await wait?.()
          return session
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    at.world.clock.advance('2d')
    wait = door.pass
    const visit = at.browser.visit(`${base}/session`)
    await door.someoneWaits
    wait = undefined
    return { ...at, door, visit }
  }

  test('leaves the person signed out if it answers after the sign-out, also a month less a day later', async () => {
    const { browser, world, door, visit, auth } = await renewing()
    await browser.signOut()
    door.open()
    await visit
    expect(await browser.session()).toBeNull()
    expect(await auth.session(requestOf(browser))).toBeNull()
    world.clock.advance('29d')
    expect(await browser.session()).toBeNull()
    expect(await auth.session(requestOf(browser))).toBeNull()
  })

  test('leaves the next person themselves if it answers after they signed in', async () => {
    const { browser, door, visit } = await renewing()
    await browser.signIn('plain', { as: 'noor' })
    door.open()
    await visit
    expect((await browser.session())?.user.name).not.toBe('Ada Lovelace')
  })

  test('lets the person sign in again', async () => {
    const { browser, door, visit } = await renewing()
    await browser.signOut()
    door.open()
    await visit
    for (const _time of ['again', 'and again']) {
      await browser.signIn('plain', { as: 'ada' })
      expect((await browser.session())?.user.name).toBe('Ada Lovelace')
      await browser.signOut()
      expect(await browser.session()).toBeNull()
    }
  })
})

test.each(strategies)('two cookies of one name are null as a session in %s', async (_, open) => {
  const { browser, auth, open: another } = await open()
  await browser.signIn('plain', { as: 'ada' })
  const planted = another()
  await planted.signIn('plain', { as: 'noor' })
  const [ours, theirs] = [cookieOf(browser), cookieOf(planted)]
  const ask = (cookie: string) => auth.session(new Request(origin, { headers: { cookie } }))
  expect(await ask(ours)).not.toBeNull()
  expect(await ask(`${theirs}; ${ours}`)).toBeNull()
  expect(await ask(`${ours}; ${theirs}`)).toBeNull()
  expect(await ask(`${ours}; ${ours}`)).toBeNull()
})

test('two cookies of one piece are null as a session', async () => {
  const { browser, auth } = await sealed({
    callbacks: { jwt: ({ token }) => ({ ...token, note: 'n'.repeat(9000) }) },
  })
  await browser.signIn('plain', { as: 'ada' })
  const ask = (cookie: string) => auth.session(new Request(origin, { headers: { cookie } }))
  expect(await ask(cookieOf(browser))).not.toBeNull()
  const [, piece = []] = sessionCookies(browser)
  expect(await ask(`${cookieOf(browser)}; ${piece.join('=')}`)).toBeNull()
})

describe('a sealed cookie', () => {
  test('opens with a secret that was replaced, and is then locked with the new one', async () => {
    const world = await outside()
    const older = 'an-older-one-of-sufficient-length-987654321'
    const before = await setup({ providers: [plain], secret: older }, world)
    await before.browser.signIn('plain', { as: 'ada' })
    const jar = { cookie: cookieOf(before.browser) }
    const ask = (secrets: string[]) =>
      Auth({
        providers: [plain],
        secret: secrets,
        url: origin,
        runtime: { env: { NODE_ENV: 'test' }, now: world.clock.now },
      }).session(new Request(origin, { headers: jar }))
    expect((await ask([secret, older]))?.user.name).toBe('Ada Lovelace')
    expect(await ask([secret])).toBeNull()
    const rotating = await setup({ providers: [plain], secret: [secret, older] }, world)
    world.clock.advance('2d')
    const renewed = await rotating.browser.visit(`${base}/session`, jar)
    jar.cookie = sessionsIn(renewed)[0]?.split(';')[0] ?? ''
    expect((await ask([secret]))?.user.name).toBe('Ada Lovelace')
  })

  test('is cut into pieces when it is long, and put together again', async () => {
    const note = 'n'.repeat(9000)
    const { browser } = await sealed({
      callbacks: {
        jwt: ({ token }) => ({ ...token, note }),
        session: ({ session, token }) => ({ ...session, note: token?.note }),
      },
    })
    await browser.signIn('plain', { as: 'ada' })
    expect(sessionCookies(browser).length).toBeGreaterThan(2)
    expect(await browser.session()).toMatchObject({ note })
    await browser.signOut()
    expect(remains(browser)).toEqual([])
  })

  test('is null with a piece missing, or two exchanged', async () => {
    const { browser, auth } = await sealed({
      callbacks: { jwt: ({ token }) => ({ ...token, note: 'n'.repeat(9000) }) },
    })
    await browser.signIn('plain', { as: 'ada' })
    const pieces = sessionCookies(browser)
    const ask = (pairs: readonly (readonly string[])[]) => {
      const cookie = pairs.map((pair) => pair.join('=')).join('; ')
      return auth.session(new Request(origin, { headers: { cookie } }))
    }
    expect(await ask(pieces)).not.toBeNull()
    expect(await ask(pieces.toReversed())).not.toBeNull()
    for (const index of pieces.keys()) expect(await ask(pieces.toSpliced(index, 1))).toBeNull()
    const [[first = '', a = ''] = [], [second = '', b = ''] = [], ...rest] = pieces
    expect(await ask([[first, b], [second, a], ...rest])).toBeNull()
  })

  test('is null if the jwt callback refuses it, and the earlier one ends', async () => {
    let refuse = false
    const { browser } = await sealed({ callbacks: { jwt: ({ token }) => (refuse ? null : token) } })
    await browser.signIn('plain', { as: 'ada' })
    refuse = true
    await browser.signIn('plain', { as: 'eve' })
    expect(await browser.session()).toBeNull()
  })

  test.each<[string, JWT | undefined]>([
    ['builds a new token', { plan: 'pro' }],
    ['returns nothing', undefined],
  ])('stays the same person’s when the jwt callback %s', async (_, answer) => {
    const { browser, world } = await sealed({ callbacks: { jwt: () => answer as JWT } })
    await browser.signIn('plain', { as: 'ada' })
    for (let visit = 0; visit < 3; visit++) {
      expect((await browser.session())?.user.id).toBe('plain:p-ada')
      world.clock.advance('1d')
    }
  })

  test('is warned about if servers will refuse it for its length', async () => {
    const jwt = (length: number) => ({
      callbacks: { jwt: ({ token }: { token: JWT }) => ({ ...token, note: 'n'.repeat(length) }) },
    })
    for (const [length, warned] of [
      [2000, 0],
      [9000, 1],
    ] as const) {
      const { browser, log } = await sealed(jwt(length))
      await browser.signIn('plain', { as: 'ada' })
      expect(log.warnings.filter((line) => line.includes('Sessions take'))).toHaveLength(warned)
    }
  })

  test('of a deleted user is null, and is not prolonged', async () => {
    const at = await stage({ session: { strategy: 'cookie' } })
    await at.browser.signIn('plain', { as: 'ada' })
    await at.storage.deleteUser((await at.browser.session())?.user.id ?? '')
    const before = sessionCookies(at.browser)
    expect(before).toHaveLength(1)
    at.world.clock.advance('1d')
    expect(await at.browser.session()).toBeNull()
    expect(sessionCookies(at.browser)).toEqual(before)
  })

  test('keeps tokens of the platform out of the session', async () => {
    const { browser } = await sealed()
    await browser.signIn('plain', { as: 'ada' })
    expect(Object.keys((await browser.session()) ?? {}).sort()).toEqual([
      'amr',
      'authTime',
      'expires',
      'user',
    ])
  })
})

describe('a session in the storage', () => {
  test('is known there by a hash only', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const [[, key] = ['', '']] = sessionCookies(at.browser)
    const [row] = await at.storage.listSessions((await at.browser.session())?.user.id ?? '')
    expect(row?.sessionToken).toMatch(/^[\w-]{43}$/)
    expect(row?.sessionToken).not.toBe(key)
    const headers = { cookie: `__Host-portico.session=${row?.sessionToken}` }
    expect(await at.auth.session(new Request(origin, { headers }))).toBeNull()
  })

  test('ends everywhere when it ends in the storage', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const phone = at.open()
    await phone.signIn('plain', { as: 'ada' })
    const { id = '' } = (await at.browser.session())?.user ?? {}
    expect(await at.storage.listSessions(id)).toHaveLength(2)
    await at.browser.signOut()
    expect(await phone.session()).not.toBeNull()
    await at.storage.deleteSessions(id)
    expect(await phone.session()).toBeNull()
  })

  test('of a deleted user is gone at once', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    await at.storage.deleteUser((await at.browser.session())?.user.id ?? '')
    expect(await at.browser.session()).toBeNull()
  })

  test('a thief’s copy ends with the sign-out', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const thief = at.browser.clone()
    await at.browser.signOut()
    expect(await thief.session()).toBeNull()
  })

  /** Ada’s session is due; one thing that may happen to it waits at a door. */
  async function delayed(late: 'updateSession' | 'deleteSession') {
    const at = await stage()
    const door = closedDoor()
    const slow = async (what: never) => {
      await door.pass()
      return at.storage[late](what)
    }
    const storage: Storage = { ...at.storage, [late]: slow }
    const { browser } = await setup({ providers: [plain], storage }, at.world)
    await browser.signIn('plain', { as: 'ada' })
    const { id = '' } = (await browser.session())?.user ?? {}
    at.world.clock.advance('2d')
    return { browser, tab: browser.clone(), door, kept: () => at.storage.listSessions(id) }
  }

  test('a session stays ended when a renewal is written after the sign-out', async () => {
    const { browser, tab, door, kept } = await delayed('updateSession')
    const renewal = tab.visit(`${base}/session`)
    await door.someoneWaits
    expect(await kept()).toHaveLength(1)
    await browser.signOut()
    expect(await kept()).toEqual([])
    door.open()
    await renewal
    expect(await kept()).toEqual([])
    expect(await tab.session()).toBeNull()
  })

  test('a sign-out that is written after a renewal ends what was renewed', async () => {
    const { browser, tab, door, kept } = await delayed('deleteSession')
    const leaving = browser.signOut()
    await door.someoneWaits
    expect(sessionsIn(await tab.visit(`${base}/session`))).toHaveLength(1)
    expect(await kept()).toHaveLength(1)
    door.open()
    await leaving
    expect(await kept()).toEqual([])
    expect(await tab.session()).toBeNull()
  })

  test('a storage that is down signs nobody in, and nobody out', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const broken: Storage = {
      ...at.storage,
      getSessionAndUser: () => Promise.reject(new Error('connection refused')),
    }
    const down = await setup({ providers: [plain], storage: broken }, at.world)
    await expect(down.auth.session(requestOf(at.browser))).rejects.toMatchObject({
      code: 'StorageError',
      cause: { message: 'connection refused' },
    })
    const headers = { cookie: cookieOf(at.browser), accept: 'application/json' }
    const response = await down.browser.visit(`${base}/session`, headers)
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('connection')
    expect(down.log.errors).toHaveLength(2)
  })

  test('is read under a name of Auth.js only in an application that came from there', async () => {
    const key = '0b3f6f0e-6f0f-4b7e-9c6b-0c1d2e3f4a5b'
    for (const isMoved of [false, true]) {
      const at = await stage({
        session: { ...(isMoved && { fromAuthjs: fromAuthjs({ since: '2026-06-01' }) }) },
      })
      await at.storage.createUser({ id: 'u', name: 'Old', emailVerified: null })
      const expires = new Date(at.world.clock.now() + day * 1000)
      await at.storage.createSession({ sessionToken: key, userId: 'u', expires })
      for (const name of ['__Secure-authjs.session-token', '__Secure-next-auth.session-token']) {
        const headers = { cookie: `${name}=${key}` }
        const session = await at.auth.session(new Request(origin, { headers }))
        expect(session?.user.name).toBe(isMoved ? 'Old' : undefined)
      }
    }
  })

  test('is null under a name of Auth.js if we began it', async () => {
    const at = await stage({ session: { fromAuthjs: fromAuthjs({ since: '2026-06-01' }) } })
    await at.browser.signIn('plain', { as: 'ada' })
    const own = at.browser.cookies.get('__Host-portico.session') ?? ''
    const ask = (cookie: string) => at.auth.session(new Request(origin, { headers: { cookie } }))
    expect(await ask(`__Host-portico.session=${own}`)).not.toBeNull()
    expect(await ask(`__Secure-authjs.session-token=${own}`)).toBeNull()
  })

  test('is ended by the next sign-in if Auth.js began it', async () => {
    const at = await stage({ session: { fromAuthjs: fromAuthjs({ since: '2026-06-01' }) } })
    const key = '0b3f6f0e-6f0f-4b7e-9c6b-0c1d2e3f4a5b'
    await at.storage.createUser({ id: 'u', name: 'Old', emailVerified: null })
    const expires = new Date(at.world.clock.now() + day * 1000)
    await at.storage.createSession({ sessionToken: key, userId: 'u', expires })
    const cookie = `__Secure-authjs.session-token=${key}`
    const asked = () => at.auth.session(new Request(origin, { headers: { cookie } }))
    expect((await asked())?.user.name).toBe('Old')
    const back = await at.world.approve(await at.browser.start('plain'), { as: 'ada' })
    const all = `${cookie}; ${cookieOf(at.browser)}`
    const response = await at.browser.visit(String(back), { cookie: all })
    expect(response.headers.getSetCookie().join()).toMatch(
      /__Secure-authjs\.session-token=;.*Max-Age=0/,
    )
    expect(await asked()).toBeNull()
  })
})

describe('POST /session', () => {
  const post = (browser: TestBrowser, body: string) =>
    browser.send(
      new Request(`${base}/session`, {
        method: 'POST',
        headers: { origin, accept: 'application/json', 'content-type': 'application/json' },
        body,
      }),
    )

  const update = (browser: TestBrowser, data: unknown) => post(browser, JSON.stringify({ data }))

  test('asks the jwt callback, which decides what is taken over', async () => {
    const seen: unknown[] = []
    const { browser } = await sealed({
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          seen.push(trigger)
          if (trigger !== 'update') return token
          const { name } = Object(session)
          return typeof name === 'string' ? { ...token, name } : token
        },
      },
    })
    await browser.signIn('plain', { as: 'ada' })
    const answer = await update(browser, { name: 'Countess', sub: 'victim' })
    expect((await answer.json()).user).toMatchObject({ name: 'Countess' })
    const session = await browser.session()
    expect(session?.user).toMatchObject({ name: 'Countess', id: 'plain:p-ada' })
    expect(seen).toEqual(['signIn', 'update'])
  })

  test.each<[string, (config: Partial<AuthConfig>) => Promise<Setup>]>([
    ['jwt', sealed],
    ['session', stage],
  ])('hands the %s callback no prototype of the visitor’s', async (_, open) => {
    const wishes: unknown[] = []
    const { browser } = await open({
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          if (trigger === 'update') wishes.push(session)
          return token
        },
        session: ({ session, trigger, newSession }) => {
          if (trigger === 'update') wishes.push(newSession)
          return session
        },
      },
    })
    await browser.signIn('plain', { as: 'ada' })
    // Text, because an object that is written with `__proto__` in JavaScript loses it on the way.
    const hostile =
      '{"data":{"name":"Countess","__proto__":{"role":"admin"},"deep":{"__proto__":{"role":"admin"}}}}'
    expect((await post(browser, hostile)).status).toBe(200)
    expect(wishes).toHaveLength(1)
    const [wish] = wishes as [{ deep: object }]
    expect(Object.getOwnPropertyNames(wish)).toEqual(['name', 'deep'])
    expect(Object.getOwnPropertyNames(wish.deep)).toEqual([])
    // However carelessly it is copied.
    const copy = Object.assign({}, wish, wish.deep)
    expect(Reflect.get(copy, 'role')).toBeUndefined()
    expect(Reflect.get({}, 'role')).toBeUndefined()
  })

  test('asks the session callback when sessions live in the storage', async () => {
    const seen: unknown[] = []
    const at = await stage({
      callbacks: {
        session: ({ session, trigger, newSession }) => {
          if (trigger) seen.push([trigger, newSession])
          return session
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    await update(at.browser, { name: 'Countess' })
    expect(seen).toEqual([['update', { name: 'Countess' }]])
  })

  test('answers the session as it was, and null to a stranger', async () => {
    const { browser, open } = await sealed()
    await browser.signIn('plain', { as: 'ada' })
    const before = await browser.session()
    expect(await (await update(browser, { name: 'Countess' })).json()).toEqual(before)
    expect(await (await update(open(), { name: 'Countess' })).json()).toBeNull()
  })
})
