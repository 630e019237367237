import { describe, expect, test } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import * as authjs from '../../src/authjs/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { ada, day, version4, version5 } from '../authjs/cookies.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { origin, secret, setup } from '../setup.ts'

const login = Credentials({
  credentials: { name: { label: 'Name' } },
  authorize: ({ name }) => ({ id: `u-${name}`, name: String(name) }),
})

/** An application that has moved here, by default today. */
async function moved(config: Partial<AuthConfig> = {}, options = {}) {
  const { session, ...rest } = config
  const inherited = fromAuthjs({ since: day(), ...options })
  const at = await setup(
    { providers: [login], ...rest, session: { fromAuthjs: inherited, ...session } },
    { now: Date.now() },
  )
  const send = (path: string, cookie: string, init: RequestInit = {}) =>
    at.auth.handler(
      new Request(`${origin}/api/auth/${path}`, {
        ...init,
        headers: { origin, cookie, accept: 'application/json' },
      }),
    )
  const visit = (cookie: string) => send('session', cookie)
  const signOut = (cookie: string) => send('signout', cookie, { method: 'POST' })
  const read = async (cookie: string) => (await at.auth.session(asked(cookie)))?.user.id ?? null
  return { ...at, visit, signOut, read }
}

const asked = (cookie: string) => new Request(origin, { headers: { cookie } })
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const month = 30 * 86_400

/** A place to keep people, with one of them in it. */
async function withAda() {
  const storage = memory()
  const address = 'ada@people.test'
  await storage.createUser({ id: 'u-ada', name: 'Ada', email: address, emailVerified: null })
  return storage
}

describe('a token made with the secret that Auth.js had', () => {
  test('is read as null if it was issued after the move; one from before goes on', async () => {
    const { read, visit } = await moved({}, { since: day(-2) })
    for (const cookie of [await version5(), version4(), version4({ iat: inSeconds(-86_400) })]) {
      expect(await read(cookie)).toBeNull()
      expect(await (await visit(cookie)).json()).toBeNull()
    }
    // One that Auth.js issued on its last day goes on.
    expect(await read(version4({ iat: inSeconds(-2 * 86_400) }))).toBe('u-ada')
  })

  test('is read as null if it does not say when it was issued', async () => {
    const { read } = await moved()
    expect(await read(version4({ iat: null }))).toBeNull()
    expect(await read(version4({ token: { ...ada, iat: 'then' }, iat: null }))).toBeNull()
  })

  test('is read as null once the last session of Auth.js has ended, whatever it says', async () => {
    const { read, world } = await moved({ session: { maxAge: 3600 } })
    const forged = () => version4({ iat: inSeconds(-60), maxAge: 400 * 86_400 })
    expect(await read(forged())).toBe('u-ada')
    world.clock.advance('26h')
    expect(await read(forged())).toBeNull()
  })

  test('is read as null until somebody says when the move was, and the log says what to write', async () => {
    const warnings: string[] = []
    const config = {
      secret,
      url: origin,
      runtime: { env: { NODE_ENV: 'test' } },
      logger: { warn: (line: string) => void warnings.push(line) },
      providers: [login],
    }
    const ask = async (cookie: string, more: object = {}) =>
      (
        await authjs.Auth(new Request(`${origin}/auth/session`, { headers: { cookie } }), {
          ...config,
          ...more,
        })
      ).json()
    expect(await ask(await version5())).toBeNull()
    expect(await ask(version4())).toBeNull()
    expect(warnings).toEqual([expect.stringContaining(`AUTH_FROM_AUTHJS_SINCE=${day()}`)])
    const env = { NODE_ENV: 'test', AUTH_FROM_AUTHJS_SINCE: day() }
    expect(await ask(await version5(), { runtime: { env } })).toMatchObject({
      user: { id: 'u-ada' },
    })
    const session = { fromAuthjs: { since: day() } }
    expect(await ask(await version5(), { session })).toMatchObject({ user: { id: 'u-ada' } })
  })

  test('is read as null in production if the secret could be guessed, and a warning says so', async () => {
    const guessable = ['short', 'my-secret-that-has-more-than-32-characters', 'ab'.repeat(20)]
    const strong = 'q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi'
    const env = { NODE_ENV: 'production', NEXTAUTH_SECRET: 'tiny' }
    const options = { secret: [...guessable, `${strong}old`] }
    const { read, log } = await moved({ runtime: { env }, secret: strong }, options)
    for (const old of [...guessable, 'tiny']) {
      expect(await read(version4({ secret: old })), old).toBeNull()
      expect(await read(await version5({ secret: old })), old).toBeNull()
    }
    expect(await read(version4({ secret: `${strong}old` }))).toBe('u-ada')
    expect(log.warnings).toEqual([expect.stringContaining('could be guessed')])
    for (const old of guessable) expect(log.warnings.join()).not.toContain(old)
  })
})

const strategies = {
  'in cookies, without a storage': async () => ({}),
  'in cookies': async () => ({
    storage: await withAda(),
    session: { strategy: 'cookie' as const },
  }),
  'in the storage': async () => ({ storage: await withAda() }),
}

describe.each(Object.entries(strategies))('with our sessions %s', (_, make) => {
  const tokens = {
    'version 5': () => version5({ maxAge: month }),
    'version 4': async () => version4({ maxAge: month }),
  }

  test.each(Object.entries(tokens))(
    'a copied token of %s is refused half a minute after the exchange',
    async (_version, token) => {
      const { read, visit, world } = await moved(await make())
      const cookie = await token()
      const kept = cookiesAfter(await visit(cookie), cookie)
      expect(await read(kept)).toBe('u-ada')
      // Other requests of the same page are still answered, and begin nothing.
      expect(await read(cookie)).toBe('u-ada')
      const second = await visit(cookie)
      expect(await second.json()).toMatchObject({ user: { id: 'u-ada' } })
      expect(cookiesAfter(second)).not.toContain('portico.session')
      for (const step of ['31s', '31s', '1d', '10d'] as const) {
        world.clock.advance(step)
        expect(await read(cookie)).toBeNull()
        expect(await (await visit(cookie)).json()).toBeNull()
      }
      expect(await read(kept)).toBe('u-ada')
    },
  )

  test('a token that was signed out is refused everywhere at once', async () => {
    const { read, visit, signOut } = await moved(await make())
    const cookie = await version5()
    await signOut(cookie)
    expect(await read(cookie)).toBeNull()
    expect(await (await visit(cookie)).json()).toBeNull()
  })

  test('a token is refused at once when the session that came of it is signed out', async () => {
    const { read, visit, signOut } = await moved(await make())
    const cookie = await version5()
    const kept = cookiesAfter(await visit(cookie), cookie)
    expect(await read(cookie)).toBe('u-ada')
    await signOut(kept)
    expect(await read(cookie)).toBeNull()
    expect(await (await visit(cookie)).json()).toBeNull()
  })

  test('a token is refused when its person has signed in anew', async () => {
    const { read, auth } = await moved(await make())
    const cookie = await version5()
    await auth.handler(
      new Request(`${origin}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin, cookie, accept: 'application/json' },
        body: new URLSearchParams({ name: 'bob' }),
      }),
    )
    expect(await read(cookie)).toBeNull()
  })
})

describe('a token of Auth.js', () => {
  test.each([
    ['the owner ends all sessions', {}],
    ['the owner ends all other sessions', { keepCurrent: true }],
  ])('is refused after %s', async (_, options) => {
    const { auth, read, visit } = await moved({ storage: await withAda() })
    const [stolen, own] = [await version5(), await version5()]
    const kept = cookiesAfter(await visit(own), own)
    expect(await read(stolen)).toBe('u-ada')
    await auth.sessions.endAll(asked(kept), options)
    expect(await read(stolen)).toBeNull()
    expect(await (await visit(stolen)).json()).toBeNull()
    expect(await read(kept)).toBe('keepCurrent' in options ? 'u-ada' : null)
  })

  test('is refused after the application has ended all sessions of its user', async () => {
    const { auth, read } = await moved({ storage: await withAda() })
    const stolen = await version5()
    await auth.sessions.endAll({ userId: 'u-ada' })
    expect(await read(stolen)).toBeNull()
  })

  test.each(['cookie', 'database'] as const)(
    'is refused after a takeover, with our sessions in %s',
    async (strategy) => {
      const sent: string[] = []
      const mail = Email({ sendVerificationRequest: ({ url }) => void sent.push(url) })
      const storage = await withAda()
      const at = await moved({ storage, providers: [mail], session: { strategy } })
      const squatter = await version5()
      expect(await at.read(squatter)).toBe('u-ada')
      const owner = at.open()
      await owner.submit('/api/auth/signin/email', { email: 'ada@people.test' })
      await owner.visit(sent.at(-1) ?? '')
      expect(await owner.session()).not.toBeNull()
      expect(await at.read(squatter)).toBeNull()
      expect(await (await at.visit(squatter)).json()).toBeNull()
    },
  )

  test('of a deleted user is refused, also where people sign in with a password', async () => {
    const storage = await withAda()
    const { auth, read, visit } = await moved({ storage, session: { strategy: 'cookie' } })
    const stolen = await version5()
    expect(await read(stolen)).toBe('u-ada')
    await auth.users.delete({ userId: 'u-ada' })
    expect(await read(stolen)).toBeNull()
    const answer = await visit(stolen)
    expect(await answer.json()).toBeNull()
    expect(cookiesAfter(answer)).not.toContain('portico.session=')
  })
})

describe('a session that Auth.js stored', () => {
  const stored = async (config: Partial<AuthConfig> = {}) => {
    const storage = await withAda()
    const at = await moved({ storage, ...config })
    const expires = new Date(at.world.clock.now() + month * 1000)
    const key = 'a-key-of-auth-js'
    await storage.createSession({ sessionToken: key, userId: 'u-ada', expires })
    const cookie = `__Secure-authjs.session-token=${key}`
    const kept = cookiesAfter(await at.visit(cookie), cookie)
    expect(await at.read(kept)).toBe('u-ada')
    // What was on its way is still answered.
    expect(await at.read(cookie)).toBe('u-ada')
    return { ...at, cookie, kept }
  }

  test.each(['cookie', 'database'] as const)(
    'works for no more than half a minute after it was replaced, by one in %s',
    async (strategy) => {
      const { read, visit, cookie, kept, world } = await stored({ session: { strategy } })
      world.clock.advance('31s')
      expect(await read(cookie)).toBeNull()
      expect(await (await visit(cookie)).json()).toBeNull()
      expect(await read(kept)).toBe('u-ada')
    },
  )

  test.each(['cookie', 'database'] as const)(
    'ends at once when the one in %s that replaced it is signed out',
    async (strategy) => {
      const { read, visit, signOut, cookie, kept } = await stored({ session: { strategy } })
      await signOut(kept)
      expect(await read(cookie)).toBeNull()
      expect(await (await visit(cookie)).json()).toBeNull()
    },
  )

  test('ends at once when all sessions of its user do', async () => {
    const { auth, read, cookie, kept } = await stored()
    await auth.sessions.endAll(asked(kept))
    expect(await read(cookie)).toBeNull()
  })
})
