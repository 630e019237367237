import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { describe, expect, test } from 'vitest'
import type { AuthConfig, Storage } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { JWT } from '../../src/types/models.ts'
import { origin, setup } from '../setup.ts'
import { drizzleOn } from '../storage/drizzle.ts'
import { base, outside, plain, stage } from './stage.ts'

const cookie = { strategy: 'cookie' } as const

/** Claims that decide how recent a sign-in is, which sessions are over, and whose it is. */
const hostile: JWT = {
  sub: 'somebody-else',
  jti: 'chosen',
  auth_time: 4_000_000_000,
  amr: ['hwk', 'mfa'],
  session_generation: 'mine',
  session_start: 4_000_000_000,
  stored: false,
  iat: 4_000_000_000,
  exp: 4_000_000_000,
}

/** Ways in which applications write the `jwt` callback without thinking of it. */
const careless: Record<string, NonNullable<NonNullable<AuthConfig['callbacks']>['jwt']>> = {
  'spreads the profile': ({ token, profile }) => ({ ...token, ...profile }),
  'spreads what update() sent': ({ token, session }) => ({ ...token, ...Object(session) }),
  'changes its token': ({ token, profile, session }) => {
    token.amr?.push('mfa')
    return Object.assign(token, profile, session)
  },
}

async function signedIn(jwt: (typeof careless)[string]) {
  const tokens: JWT[] = []
  const callbacks: AuthConfig['callbacks'] = {
    jwt,
    session: ({ session, token }) => {
      tokens.push(structuredClone(token ?? {}))
      return session
    },
  }
  const at = await stage({ session: cookie, callbacks })
  at.world.next({
    endpoint: 'userinfo',
    platform: 'plain',
    answer: () => Response.json({ name: 'Ada', ...hostile }),
  })
  await at.browser.signIn('plain', { as: 'ada' })
  const read = async () => {
    await at.browser.session()
    return tokens.at(-1) ?? {}
  }
  return { ...at, read }
}

/** What `update()` of the client sends. */
async function update(browser: TestBrowser, data: unknown): Promise<void> {
  const headers = { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ data })
  const answer = await browser.send(
    new Request(`${base}/session`, { method: 'POST', headers, body }),
  )
  expect(answer.status).toBe(200)
}

describe('a careless callback leaves what the library decides by as it is', () => {
  test.each(Object.entries(careless))('one that %s', async (_, jwt) => {
    const at = await signedIn(jwt)
    const account = { provider: 'plain', providerAccountId: 'somebody-else' }
    const user = await at.storage.getUserByAccount(account)
    const first = await at.read()
    expectOwn(first, user?.id)
    await update(at.browser, hostile)
    const second = await at.read()
    expectOwn(second, user?.id)
    expect(second).toMatchObject({ jti: first.jti, auth_time: first.auth_time })
    expect(second.amr).toEqual(first.amr)

    function expectOwn(token: JWT, sub: string | undefined) {
      const now = at.world.clock.now() / 1000
      expect(token).toMatchObject({ sub, auth_time: now, session_start: now, amr: ['fed'] })
      expect(token.jti).not.toBe('chosen')
      expect(token).not.toHaveProperty('session_generation')
      expect(token).not.toHaveProperty('stored')
      expect(token.exp).toBe(now + 30 * 86_400)
    }
  })
})

test('without a storage an application may still name the user otherwise, once', async () => {
  const names = ['own-id', 'other-id']
  const callbacks: AuthConfig['callbacks'] = {
    jwt: ({ token }) => ({ ...token, sub: names.shift() ?? 'last-id' }),
  }
  const { browser } = await setup({ providers: [plain], callbacks }, await outside())
  await browser.signIn('plain', { as: 'ada' })
  expect((await browser.session())?.user.id).toBe('own-id')
  await update(browser, {})
  expect((await browser.session())?.user.id).toBe('own-id')
})

function requestOf(browser: TestBrowser): Request {
  const cookies = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie: cookies } })
}

describe('a session in a cookie that was ended elsewhere', () => {
  const address = 'ada@people.test'

  /** Somebody claims an address, and its owner takes the user over by mail. */
  async function takenOver(session: AuthConfig['session'] = cookie) {
    const links: string[] = []
    const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
    const person = { id: 'squatter', name: 'Squatter', email: address }
    const at = await stage({ providers: [plain, mail], session }, [person])
    const squatter = at.open()
    await squatter.signIn('plain', { as: 'squatter' })
    await at.browser.submit(`${base}/signin/email`, { email: address })
    await at.browser.visit(links[0] ?? '')
    const asked = { squatter: requestOf(squatter), owner: requestOf(at.browser) }
    return { ...at, asked }
  }

  test('is null five minutes later, for server code and for pages, and the owner’s goes on', async () => {
    const at = await takenOver()
    at.world.clock.advance('5m')
    expect(await at.auth.session(at.asked.squatter)).toBeNull()
    expect(await (await at.auth.handler(sessionRequest(at.asked.squatter))).json()).toBeNull()
    await expect(at.auth.requireSession(at.asked.squatter)).rejects.toMatchObject({
      code: 'SessionRequired',
    })
    expect((await at.auth.session(at.asked.owner))?.user.email).toBe(address)
  })

  test('is null as early as `session.check` says, and the owner’s goes on', async () => {
    const at = await takenOver({ ...cookie, check: 0 })
    expect(await at.auth.session(at.asked.squatter)).toBeNull()
    expect((await at.auth.session(at.asked.owner))?.user.email).toBe(address)
  })

  test('is null five minutes after its user was deleted', async () => {
    const at = await takenOver()
    const { user } = (await at.auth.session(at.asked.owner)) ?? {}
    await at.auth.users.delete({ userId: user?.id ?? '' })
    at.world.clock.advance('5m')
    expect(await at.auth.session(at.asked.owner)).toBeNull()
  })

  test('asks the storage once in five minutes, and not at all before', async () => {
    const at = await takenOver()
    const { storage, questions } = counted(at.storage)
    const { auth } = await setup({ providers: [plain], session: cookie, storage }, at.world)
    await auth.session(at.asked.owner)
    expect(questions).toEqual([])
    at.world.clock.advance('5m')
    for (let time = 1; time <= 20; time++) await auth.session(at.asked.owner)
    expect(questions).toEqual(['getUser'])
    at.world.clock.advance('5m')
    await auth.session(at.asked.owner)
    expect(questions).toEqual(['getUser', 'getUser'])
  })

  test('a storage that is down signs nobody out, is left alone for a while, and is told', async () => {
    const at = await takenOver()
    let tries = 0
    const down: Storage = {
      ...at.storage,
      getUser() {
        tries++
        throw new Error('down')
      },
    }
    const config = { providers: [plain], session: cookie, storage: down }
    const { auth, log } = await setup(config, at.world)
    at.world.clock.advance('5m')
    for (let time = 1; time <= 3; time++) {
      expect((await auth.session(at.asked.owner))?.user.email).toBe(address)
    }
    expect(tries).toBe(1)
    expect(log.warnings.join()).toContain('could not be asked whether a session in a cookie')
    at.world.clock.advance('31s')
    await auth.session(at.asked.owner)
    expect(tries).toBe(2)
  })
})

function sessionRequest({ headers }: Request): Request {
  return new Request(`${base}/session`, { headers })
}

/** The same storage, and what was read from it. */
function counted(storage: Storage): { storage: Storage; questions: string[] } {
  const questions: string[] = []
  const getUser: Storage['getUser'] = (id) => {
    questions.push('getUser')
    return storage.getUser?.(id) ?? null
  }
  return { storage: { ...storage, getUser }, questions }
}

describe('a session has an absolute end', () => {
  test.each(['cookie', 'database'] as const)(
    'after 180 days, however often somebody comes (%s)',
    async (strategy) => {
      const at = await stage({ session: { strategy } })
      await at.browser.signIn('plain', { as: 'ada' })
      for (let day = 10; day < 180; day += 10) {
        at.world.clock.advance('10d')
        expect((await at.browser.session())?.user.name).toBe('Ada Lovelace')
      }
      const begun = at.world.clock.now() - 170 * 86_400_000
      expect((await at.browser.session())?.expires).toBe(
        new Date(begun + 180 * 86_400_000).toISOString(),
      )
      at.world.clock.advance('10d')
      expect(await at.browser.session()).toBeNull()
    },
  )

  test('after 180 days also where an Auth.js adapter keeps it, whose tables do not say when it began', async () => {
    const storage = fromAdapter(DrizzleAdapter(drizzleOn()))
    const session = { strategy: 'database' } as const
    for (const remember of [true, false]) {
      const at = await stage({ storage, session: { ...session, remember } })
      await at.browser.signIn('plain', { as: 'ada' })
      const often = remember ? 10 : 0.5
      for (let day = often; day < 180; day += often) {
        at.world.clock.advance(often * 86_400_000)
        if ((await at.browser.session())?.user.name !== 'Ada Lovelace') throw new Error(`${day}`)
      }
      at.world.clock.advance(often * 86_400_000)
      expect(await at.browser.session()).toBeNull()
    }
  })

  test.each(['cookie', 'database'] as const)(
    'after the time that the application sets, also if the session began before (%s)',
    async (strategy) => {
      const at = await stage({ session: { strategy } })
      await at.browser.signIn('plain', { as: 'ada' })
      const { auth } = await setup(
        { providers: [plain], storage: at.storage, session: { strategy, absoluteMaxAge: 3600 } },
        at.world,
      )
      at.world.clock.advance('59m')
      expect((await auth.session(requestOf(at.browser)))?.user.name).toBe('Ada Lovelace')
      at.world.clock.advance('1m')
      expect(await auth.session(requestOf(at.browser))).toBeNull()
    },
  )

  test('a database is written to at most once a day, also in the last month', async () => {
    const at = await stage({ session: { strategy: 'database' } })
    await at.browser.signIn('plain', { as: 'ada' })
    for (let day = 0; day < 170; day += 17) {
      at.world.clock.advance('17d')
      await at.browser.session()
    }
    at.writes.length = 0
    at.world.clock.advance('1d')
    for (let time = 1; time <= 5; time++) await at.browser.session()
    expect(at.writes).toEqual(['updateSession'])
  })

  test.each([0, -1, Number.NaN, 1e12])('%d seconds are refused', async (absoluteMaxAge) => {
    const { auth, log } = await setup({ providers: [plain], session: { absoluteMaxAge } })
    expect((await auth.handler(new Request(`${base}/session`))).status).toBe(500)
    expect(log.errors[0]).toMatchObject({ field: 'session.absoluteMaxAge' })
  })
})
