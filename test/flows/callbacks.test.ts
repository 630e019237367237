import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { sqlite } from '../../src/storage/sqlite.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, closed, errorOf, outside, plain, stage } from '../attacks/stage.ts'
import { origin, setup } from '../setup.ts'

function cookieOf({ cookies }: TestBrowser): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ')
}

const userAgent = 'Story/1.0'

describe('the signIn callback', () => {
  test('sees the user, the whole account, the profile and the request', async () => {
    const seen: object[] = []
    const at = await stage({
      callbacks: {
        signIn: ({ request, ...rest }) =>
          seen.push({ ...rest, agent: request.headers.get('user-agent') }) > 0,
      },
    })
    const back = await at.world.approve(await at.browser.start('plain'), { as: 'ada' })
    await at.browser.visit(String(back), { 'user-agent': userAgent })
    expect(seen).toEqual([
      {
        user: {
          id: 'plain:p-ada',
          name: 'Ada Lovelace',
          email: 'ada@people.test',
          image: null,
        },
        account: expect.objectContaining({
          provider: 'plain',
          providerAccountId: 'p-ada',
          type: 'oauth',
          access_token: expect.any(String),
          token_type: expect.stringMatching(/^bearer$/i),
        }),
        profile: expect.objectContaining({ id: 'p-ada', email_verified: true }),
        agent: userAgent,
      },
    ])
  })

  test('sees the stored user when there is one', async () => {
    const ids: (string | undefined)[] = []
    const at = await stage({ callbacks: { signIn: ({ user }) => ids.push(user.id) > 0 } })
    await at.browser.signIn('plain', { as: 'ada' })
    const { id } = (await at.browser.session())?.user ?? {}
    await at.open().signIn('plain', { as: 'ada' })
    expect(ids).toEqual(['plain:p-ada', id])
  })

  test('answers AccessDenied when it returns false', async () => {
    const at = await stage({ callbacks: { signIn: async () => false } })
    const response = await closed(at, () => at.browser.signIn('plain', { as: 'ada' }))
    expect(errorOf(response)).toBe('AccessDenied')
  })

  test.each([
    ['/upgrade', `${origin}/upgrade`],
    ['https://billing.example/pay', 'https://billing.example/pay'],
    ['/wartung?grund=überlast', `${origin}/wartung?grund=%C3%BCberlast`],
  ])('sends people to the address %s that it returns, not signed in', async (answer, location) => {
    const at = await stage({ callbacks: { signIn: () => answer } })
    const response = await at.browser.signIn('plain', { as: 'ada' })
    expect(response.headers.get('location')).toBe(location)
    expect(at.writes).toEqual([])
    expect(await at.browser.session()).toBeNull()
  })

  // Our client, and many a page, puts the address that it is told into `location`.
  test.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'http://['])(
    'answers AccessDenied when it returns %j, which no page may follow',
    async (answer) => {
      const at = await stage({ callbacks: { signIn: () => answer } })
      const response = await closed(at, () => at.browser.signIn('plain', { as: 'ada' }))
      expect(errorOf(response)).toBe('AccessDenied')
    },
  )

  test('refuses the sign-in when it fails, and only the log says why', async () => {
    const at = await stage({
      callbacks: {
        signIn: () => {
          throw new Error('postgres://user:hunter2@db')
        },
      },
    })
    const response = await at.browser.signIn('plain', { as: 'ada' })
    const page = await at.browser.visit(response.headers.get('location') ?? '')
    expect(await page.text()).not.toContain('hunter2')
    expect(at.writes).toEqual([])
    expect(at.log.errors).toMatchObject([{ code: 'Internal' }])
  })
})

describe('the redirect callback', () => {
  test('may widen where people land', async () => {
    const seen: object[] = []
    const { browser } = await stage({
      callbacks: {
        redirect: ({ url, baseUrl }) => {
          seen.push({ url, baseUrl })
          return url.startsWith('https://partner.test/') ? url : baseUrl
        },
      },
    })
    const callbackUrl = 'https://partner.test/back'
    const response = await browser.signIn('plain', { as: 'ada', callbackUrl })
    expect(response.headers.get('location')).toBe(callbackUrl)
    expect(seen[0]).toEqual({ url: callbackUrl, baseUrl: origin })
    const home = await browser.signIn('plain', { as: 'ada', callbackUrl: '//evil.test' })
    expect(home.headers.get('location')).toBe(`${origin}/`)
  })

  test('may return a path', async () => {
    const { browser } = await stage({ callbacks: { redirect: () => '/always' } })
    const response = await browser.signIn('plain', { as: 'ada', callbackUrl: '/elsewhere' })
    expect(response.headers.get('location')).toBe(`${origin}/always`)
  })

  test.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'leads home when it lets %s through',
    async (callbackUrl) => {
      const { browser } = await stage({ callbacks: { redirect: ({ url }) => url } })
      const json = { accept: 'application/json' }
      const response = await browser.submit(`${base}/signout`, { callbackUrl }, json)
      expect(await response.json()).toEqual({ url: `${origin}/` })
    },
  )

  test('may lead into an application on a phone', async () => {
    const { browser } = await stage({ callbacks: { redirect: () => 'club-app://signed-in' } })
    const response = await browser.signIn('plain', { as: 'ada' })
    expect(response.headers.get('location')).toBe('club-app://signed-in')
  })

  test.each([undefined, null, 7, 'https://[', {}])(
    'leaves the rule as it is when it returns %j',
    async (answer) => {
      const redirect = () => answer as string
      const { browser } = await stage({ callbacks: { redirect } })
      const own = await browser.signIn('plain', { as: 'ada', callbackUrl: '/mine' })
      expect(own.headers.get('location')).toBe(`${origin}/mine`)
      const other = await browser.signIn('plain', { as: 'ada', callbackUrl: 'https://evil.test' })
      expect(other.headers.get('location')).toBe(`${origin}/`)
    },
  )
})

describe('the jwt and session callbacks', () => {
  test('shape what is kept and what is seen', async () => {
    const triggers: unknown[] = []
    const { browser, auth } = await setup(
      {
        providers: [plain],
        callbacks: {
          jwt: ({ token, account, profile, trigger, isNewUser }) => {
            triggers.push([trigger, isNewUser, account?.provider, profile?.id])
            return account ? { ...token, plan: 'pro' } : token
          },
          session: ({ session, token }) => ({ ...session, plan: token?.plan }),
        },
      },
      await outside(),
    )
    await browser.signIn('plain', { as: 'ada' })
    expect(await browser.session()).toMatchObject({ plan: 'pro', user: { name: 'Ada Lovelace' } })
    expect(triggers).toEqual([['signIn', false, 'plain', 'p-ada']])
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    expect(await auth.session(new Request(origin, { headers: { cookie } }))).toMatchObject({
      plan: 'pro',
    })
  })

  test('a first sign-in is a signUp, the next one a signIn', async () => {
    const triggers: unknown[] = []
    const at = await stage({
      session: { strategy: 'cookie' },
      callbacks: {
        jwt: ({ token, trigger }) => {
          triggers.push(trigger)
          return token
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    await at.open().signIn('plain', { as: 'ada' })
    expect(triggers).toEqual(['signUp', 'signIn'])
  })

  test('lets the jwt callback wait for another sign-in and change its new user', async () => {
    const database = new DatabaseSync(':memory:')
    const second = Promise.withResolvers<void>()
    const order: string[] = []
    const at = await stage({
      storage: sqlite(database),
      session: { strategy: 'cookie' },
      events: { createUser: ({ user }) => void order.push(`created ${user.name}`) },
      callbacks: {
        async jwt({ token, user }) {
          if (user?.name === 'Ada Lovelace') await second.promise
          if (user)
            await at.auth.users.update({ userId: String(user.id) }, { name: `${user.name}, Dr` })
          order.push(`jwt ${user?.name}`)
          return token
        },
      },
    })
    const first = at.browser.signIn('plain', { as: 'ada' })
    await at.open().signIn('plain', { as: 'noor' })
    second.resolve()
    await first
    expect(order.slice(-1)).toEqual(['jwt Ada Lovelace'])
    expect(order.indexOf('created Ada Lovelace')).toBeLessThan(order.indexOf('jwt Ada Lovelace'))
    const names = database.prepare('select name from users order by name').all()
    expect(names.map(({ name }) => name)).toContain('Ada Lovelace, Dr')
    database.close()
  })

  test('starts no session if the jwt callback throws; the user stays, as the events said', async () => {
    const events: string[] = []
    const at = await stage({
      session: { strategy: 'cookie' },
      events: {
        createUser: () => void events.push('createUser'),
        signIn: () => void events.push('signIn'),
      },
      callbacks: {
        jwt: ({ isNewUser, token }) => {
          if (isNewUser) throw new Error('no')
          return token
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' }).catch(() => undefined)
    expect(await at.browser.session()).toBeNull()
    expect(events).toEqual(['createUser'])
    await at.browser.signIn('plain', { as: 'ada' })
    expect(await at.browser.session()).not.toBeNull()
    expect(events).toEqual(['createUser', 'signIn'])
  })

  test('a request of Node is seen at the address of the application, whatever host its path seems to name', async () => {
    const seen: string[] = []
    const at = await stage({
      callbacks: {
        session: ({ session, request }) => {
          seen.push(request.url)
          return session
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    const headers = { cookie: cookieOf(at.browser) }
    for (const url of ['//evil.test/films?page=2', '/films', '///', undefined])
      expect(await at.auth.session({ headers, ...(url && { url }) })).not.toBeNull()
    const paths = ['/evil.test/films?page=2', '/films', '/', '/']
    expect(seen.slice(-4)).toEqual(paths.map((path) => origin + path))
  })

  test.each(['cookie', 'database'] as const)(
    'a session (%s) that the session callback hides is null, and 401 on the account page',
    async (strategy) => {
      let banned: unknown
      const at = await stage({
        session: { strategy },
        callbacks: { session: ({ session }) => (banned === 'no' ? session : (banned as null)) },
      })
      await at.browser.signIn('plain', { as: 'ada' })
      const cookie = [...at.browser.cookies].map((pair) => pair.join('=')).join('; ')
      const request = new Request(origin, { headers: { cookie } })
      for (const answer of [null, undefined]) {
        banned = answer
        expect(await at.browser.session()).toBeNull()
        expect(await at.auth.session(request)).toBeNull()
        await expect(at.auth.accessToken(request, 'plain')).rejects.toThrow()
        expect(
          (await at.browser.visit(`${base}/account`, { accept: 'application/json' })).status,
        ).toBe(401)
      }
      banned = 'no'
      expect((await at.auth.session(request))?.user.name).toBe('Ada Lovelace')
    },
  )

  test('with database sessions the session callback sees the stored user', async () => {
    const seen: unknown[] = []
    const at = await stage({
      callbacks: {
        session: ({ session, user }) => {
          seen.push(user)
          return session
        },
      },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    const session = await at.browser.session()
    const stored = await at.storage.getUser(session?.user.id ?? '')
    // More than the session shows: who vouches for the address.
    expect(stored?.emailVerifiedBy).toBe('plain')
    expect(seen).toEqual([stored])
  })
})

describe('events', () => {
  const names = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const

  /** An application that writes down every event. */
  async function listening() {
    const told: { event: string; message: Record<string, unknown> }[] = []
    const events = Object.fromEntries(
      names.map((event) => [
        event,
        (message: Record<string, unknown>) => void told.push({ event, message }),
      ]),
    )
    return { ...(await stage({ events })), told }
  }

  test('tell a life: created, connected, signed in, seen, signed out', async () => {
    const { browser, open, told } = await listening()
    await browser.signIn('plain', { as: 'ada' })
    await browser.session()
    await browser.signOut()
    await open().signIn('plain', { as: 'ada' })
    expect(told.map(({ event }) => event)).toEqual([
      'createUser',
      'linkAccount',
      'signIn',
      'session',
      'signOut',
      'signIn',
    ])
    expect(told.every(({ message }) => message.request instanceof Request)).toBe(true)
    const [created, linked, first, seen, out, second] = told.map(({ message }) => message)
    expect(created).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@people.test' } })
    expect(linked).toMatchObject({
      account: { provider: 'plain', providerAccountId: 'p-ada' },
      profile: { id: 'p-ada' },
    })
    expect(first).toMatchObject({ isNewUser: true, profile: { id: 'p-ada' } })
    expect(second).toMatchObject({ isNewUser: false })
    for (const message of [seen, out]) {
      expect(message).toMatchObject({ session: { user: { name: 'Ada Lovelace' } } })
    }
  })

  test('a sign-out by nobody emits no event', async () => {
    const { browser, told } = await listening()
    await browser.signOut()
    expect(told).toEqual([])
  })

  test('a refused sign-in emits no event', async () => {
    const at = await listening()
    const back = await at.world.approve(await at.browser.start('plain'), { deny: true })
    await at.browser.visit(String(back))
    expect(at.told).toEqual([])
  })

  // `updateUser` has its story where a user is updated.
  const ordinary = names.filter((name) => name !== 'updateUser')

  test.each(ordinary)('%s that fails is logged and harms nobody', async (name) => {
    const events = {
      [name]: () => {
        throw new Error('the mail server\nis down')
      },
    }
    const at = await stage({ events })
    await at.browser.signIn('plain', { as: 'ada' })
    expect(await at.browser.session()).not.toBeNull()
    expect((await at.browser.signOut()).status).toBe(303)
    expect(await at.browser.session()).toBeNull()
    const logged = at.log.warnings.filter((line) => line.includes('the mail server'))
    expect(logged.length).toBeGreaterThan(0)
    for (const line of logged) expect(line).not.toContain('\n')
    expect(at.log.errors).toEqual([])
  })

  test('one that rejects later is logged, and the person is signed in', async () => {
    const at = await stage({ events: { signIn: () => Promise.reject(new Error('late')) } })
    await at.browser.signIn('plain', { as: 'ada' })
    expect(await at.browser.session()).not.toBeNull()
    expect(at.log.warnings.join()).toContain('late')
  })
})

test('an error that a callback throws into a function of ours is the cause of our error', async () => {
  const cause = new Error('the shop is down')
  let isDown = false
  const at = await stage({
    callbacks: {
      session({ session }) {
        if (isDown) throw cause
        return session
      },
    },
  })
  await at.browser.signIn('plain', { as: 'ada' })
  const request = new Request(origin, { headers: { cookie: cookieOf(at.browser) } })
  isDown = true
  const calls = [
    at.auth.accessToken(request, 'plain'),
    at.auth.accounts.list(request),
    at.auth.requireSession(request),
    at.auth.link(request, 'idp'),
    at.auth.users.update(request, { name: 'Ada' }),
    at.auth.users.delete(request),
  ]
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ reason: { name: 'AuthError', code: 'Internal', cause } })
  }
  expect(await at.auth.session(request)).toBeNull()
  expect(at.log.errors).toMatchObject([{ code: 'Internal', cause }])
})

describe.each(['database', 'cookie'] as const)('signing out (%s)', (strategy) => {
  const failing = () => {
    throw new Error('the shop is down')
  }
  const callbacks = {
    'a session callback that throws': { session: failing },
    'a session callback that rejects': { session: async () => failing() },
    'a session callback that shows nobody': { session: () => null },
    'a redirect callback that throws': { redirect: failing },
  }

  test.each(Object.entries(callbacks))('ends the session whatever %s does', async (_, broken) => {
    const told: (string | undefined)[] = []
    const switchable: NonNullable<AuthConfig['callbacks']> = {}
    const at = await stage({
      session: { strategy },
      callbacks: {
        session: (about) => (switchable.session ? switchable.session(about) : about.session),
        redirect: (about) => (switchable.redirect ? switchable.redirect(about) : about.url),
      },
      events: { signOut: ({ session }) => void told.push(session?.user.id) },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    const id = (await at.browser.session())?.user.id
    const request = new Request(origin, { headers: { cookie: cookieOf(at.browser) } })
    Object.assign(switchable, broken)
    expect((await at.browser.visit(`${base}/signout`)).status).toBe(
      'redirect' in broken ? 500 : 200,
    )
    const left = await at.browser.signOut()
    expect([left.status, left.headers.get('location')]).toEqual([303, `${origin}/`])
    const { url, cookies } = await at.auth.signOut(request)
    expect([url, cookies.some(({ name }) => name.endsWith('.session'))]).toEqual([
      `${origin}/`,
      true,
    ])
    // With a database the first one has ended it everywhere.
    expect(told).toEqual(strategy === 'database' ? [id] : [id, id])
    delete switchable.session
    expect(await at.browser.session()).toBeNull()
  })
})

test('a new user is led to the page for new users, target in hand', async () => {
  const at = await stage({ pages: { newUser: '/welcome' } })
  const first = await at.browser.signIn('plain', { as: 'ada', callbackUrl: '/invoice/7' })
  const page = new URL(first.headers.get('location') ?? '')
  expect(page.pathname).toBe('/welcome')
  expect(page.searchParams.get('callbackUrl')).toBe(`${origin}/invoice/7`)
  const second = await at.open().signIn('plain', { as: 'ada', callbackUrl: '/invoice/7' })
  expect(second.headers.get('location')).toBe(`${origin}/invoice/7`)
})

test('an application’s own pages are used wherever it names them', async () => {
  const pages = { signIn: '/login', signOut: '/bye', error: '/oops' }
  const at = await stage({ pages, callbacks: { signIn: () => false } })
  const where = (response: Response) => new URL(response.headers.get('location') ?? '').pathname
  expect(where(await at.browser.visit(`${base}/signin`))).toBe('/login')
  expect(where(await at.browser.visit(`${base}/signout`))).toBe('/bye')
  const asked = await at.browser.visit(`${base}/signout?callbackUrl=/shop`)
  expect(asked.headers.get('location')).toBe(
    `${origin}/bye?callbackUrl=${encodeURIComponent(`${origin}/shop`)}`,
  )
  expect(where(await at.browser.signIn('plain', { as: 'ada' }))).toBe('/login')
  expect(where(await at.browser.visit(`${base}/error?error=Verification`))).toBe('/oops')
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  expect(where(await at.browser.submit(`${base}/signout`, {}, crossSite))).toBe('/oops')
})
