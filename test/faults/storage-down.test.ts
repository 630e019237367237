import { describe, expect, test } from 'vitest'
import { fromAuthjs } from '../../src/authjs/index.ts'
import { encode } from '../../src/authjs/jwt.ts'
import type { AuthConfig, Storage } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, plain, program, stage } from '../attacks/stage.ts'
import { origin, secret, setup } from '../setup.ts'

const fault = () => new Error('connection refused by 10.0.0.7')

/** Each operation of a storage fails, at once or later. */
const failures: Record<string, () => never | Promise<never>> = {
  'throws at once': () => {
    throw fault()
  },
  rejects: () => Promise.reject(fault()),
}

function cookieOf(browser: TestBrowser): string {
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function asked(browser: TestBrowser, path = '/'): Request {
  const headers = { cookie: cookieOf(browser), accept: 'text/html' }
  return new Request(origin + path, { headers })
}

/** Somebody signed in; then the storage goes down, except for some of its operations. */
async function afterwards(
  config: Partial<AuthConfig>,
  broken: Partial<Record<keyof Storage, () => never | Promise<never>>>,
) {
  const at = await stage(config)
  await at.browser.signIn('plain', { as: 'ada' })
  const storage: Storage = { ...at.storage, ...broken }
  const down = await setup({ providers: [plain], storage, ...config }, at.world)
  return { ...down, person: at.browser }
}

describe.each(Object.entries(failures))('a storage that %s', (_way, fail) => {
  test('has not said who it is: session() and requireSession() reject', async () => {
    const { auth, person, log } = await afterwards({}, { getSessionAndUser: fail })
    const refusal = { code: 'StorageError', status: 503, cause: fault() }
    await expect(auth.session(asked(person))).rejects.toMatchObject(refusal)
    const guard = auth.requireSession(asked(person))
    await expect(guard).rejects.toMatchObject(refusal)
    await expect(guard).rejects.not.toMatchObject({ url: expect.stringContaining('/signin') })
    expect(log.errors.map(({ code }) => code)).toEqual(['StorageError', 'StorageError'])
  })

  test('makes GET /session answer 503, without a word of the storage', async () => {
    const { auth, person } = await afterwards({}, { getSessionAndUser: fail })
    const headers = { cookie: cookieOf(person), ...program }
    const answer = await auth.handler(new Request(`${base}/session`, { headers }))
    expect(answer.status).toBe(503)
    const body: unknown = await answer.json()
    expect(body).toMatchObject({ error: 'StorageError' })
    expect(JSON.stringify({ ...Object(body), developer: undefined })).not.toContain('10.0.0.7')
  })

  test('is left alone for a visitor without a cookie, who is asked to sign in', async () => {
    const { auth } = await afterwards({}, { getSessionAndUser: fail })
    expect(await auth.session(new Request(origin))).toBeNull()
    expect(await auth.session(new Headers({ cookie: 'theme=dark' }))).toBeNull()
    await expect(auth.requireSession(new Request(origin))).rejects.toMatchObject({
      code: 'SessionRequired',
    })
  })

  test('keeps a session whose renewal failed, and the log says why', async () => {
    const { auth, person, log, world } = await afterwards({}, { updateSession: fail })
    world.clock.advance('2d')
    const response = new Headers()
    expect((await auth.session(asked(person), { response }))?.user.name).toBe('Ada Lovelace')
    expect((await auth.requireSession(asked(person), { response })).user.name).toBe('Ada Lovelace')
    const { headers } = asked(person)
    const answer = await auth.handler(new Request(`${base}/session`, { headers }))
    expect(await answer.json()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect([...response.keys(), ...answer.headers.getSetCookie()]).toEqual([])
    expect(log.errors.map(({ message }) => message)).toEqual(
      Array.from({ length: 3 }, () => fault().message),
    )
  })

  test('keeps a session in a cookie, whatever it is asked for', async () => {
    const cookie = { session: { strategy: 'cookie' } } as const
    const { auth, person, world } = await afterwards(cookie, { getUser: fail })
    for (const time of ['1m', '6m', '2d'] as const) {
      world.clock.advance(time)
      const response = new Headers()
      expect((await auth.session(asked(person), { response }))?.user.name).toBe('Ada Lovelace')
      expect((await auth.requireSession(asked(person))).user.name).toBe('Ada Lovelace')
    }
  })

  test('makes session() reject with StorageError for a session that Auth.js began', async () => {
    const name = '__Secure-authjs.session-token'
    const since = new Date().toISOString().slice(0, 10)
    const session = { strategy: 'cookie', fromAuthjs: fromAuthjs({ since }) } as const
    const storage: Storage = { ...memory(), getUser: fail }
    const { auth } = await setup({ providers: [plain], session, storage })
    const token = await encode({ token: { sub: 'ada', name: 'Ada' }, secret, salt: name })
    const headers = new Headers({ cookie: `${name}=${token}` })
    await expect(auth.session(headers)).rejects.toMatchObject({ code: 'StorageError' })
  })
})

test('a cookie that cannot be opened is null', async () => {
  const { auth, person } = await afterwards({ session: { strategy: 'cookie' } }, {})
  const [[name] = ['']] = [...person.cookies].filter(([cookie]) => cookie.endsWith('.session'))
  expect(await auth.session(new Headers({ cookie: `${name}=not-sealed-by-us` }))).toBeNull()
})

describe('requireSession with maxAge', () => {
  test.each(['cookie', 'database'] as const)('asks for a newer sign-in (%s)', async (strategy) => {
    const { auth, person, world } = await afterwards({ session: { strategy } }, {})
    const page = '/money?to=noor'
    world.clock.advance('9m')
    const { user } = await auth.requireSession(asked(person, page), { maxAge: 600 })
    expect(user.name).toBe('Ada Lovelace')
    world.clock.advance('2m')
    const refused = auth.requireSession(asked(person, page), { maxAge: 600 })
    await expect(refused).rejects.toMatchObject({ code: 'RecentSignInRequired', status: 403 })
    const url = new URL(await refused.catch(({ url }) => url))
    expect(url.pathname).toBe('/api/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe(origin + page)
    // Without it, and for longer, the same session is good.
    expect((await auth.requireSession(asked(person))).user.id).toBe(user.id)
    expect((await auth.requireSession(asked(person), { maxAge: 3600 })).user.id).toBe(user.id)
  })

  test('asks a stranger to sign in, not to sign in again', async () => {
    const { auth } = await afterwards({}, {})
    const nobody = auth.requireSession(new Request(origin), { maxAge: 600 })
    await expect(nobody).rejects.toMatchObject({ code: 'SessionRequired' })
  })

  test.each([Number.NaN, -1, 0])('%s seconds let nobody through', async (maxAge) => {
    const { auth, person } = await afterwards({}, {})
    await expect(auth.requireSession(asked(person), { maxAge })).rejects.toMatchObject({
      code: 'RecentSignInRequired',
    })
  })
})
