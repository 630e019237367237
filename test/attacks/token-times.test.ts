import { createHmac, hkdfSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { decode, getToken } from '../../src/authjs/jwt.ts'
import { emulator } from '../../src/emulator/index.ts'
import Google from '../../src/providers/google.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { gcm } from '../authjs/cookies.ts'
import { origin, secret, setup } from '../setup.ts'
import { es256, hs256, jws, rs256, signInBy, trusting } from './signed-tokens.ts'
import { idp, stage } from './stage.ts'

/** JSON that says something in place of a moment, as a platform or a program may write it. */
const noMoments = [
  '"9999999999"',
  '"tomorrow"',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '1e300',
  '1e999',
  '-1e999',
]

/** Claims as JSON, one of them replaced by any text. */
function withClaim(claims: object, name: string, json: string): string {
  return JSON.stringify({ ...claims, [name]: '@' }).replace('"@"', json)
}

// CVE-2026-44459: what was no moment was skipped, or never came.
describe.each([
  ['the client secret', hs256],
  ['an EC key', es256],
])('an id token signed with %s', (_, create) => {
  const key = create()

  test.each(['exp', 'iat'])('signs nobody in if its %s is no moment', async (name) => {
    for (const json of [...noMoments, ...(name === 'exp' ? ['0', '-1'] : [])]) {
      const at = await trusting(key)
      const session = await signInBy(at, key, ({ header, claims }) =>
        jws(header, withClaim(claims, name, json), key),
      )
      expect([json, session]).toEqual([json, null])
    }
  })

  test('signs nobody in if its nbf is no moment', async () => {
    for (const json of noMoments.filter((each) => each !== '-1e999')) {
      const at = await trusting(key)
      const session = await signInBy(at, key, ({ header, claims }) =>
        jws(header, withClaim(claims, 'nbf', json), key),
      )
      expect([json, session]).toEqual([json, null])
    }
  })

  test('may say its moments in fractions of a second', async () => {
    const at = await trusting(key)
    const session = await signInBy(at, key, ({ header, claims }) =>
      jws(
        header,
        { ...claims, exp: Number(claims.exp) + 0.25, iat: Number(claims.iat) - 0.5 },
        key,
      ),
    )
    expect(session?.user.name).toBe('Ada Lovelace')
  })
})

describe('the moment at which a person proved who they are', () => {
  const key = es256()

  async function authTime(json: (now: number) => string) {
    const at = await trusting(key)
    const now = Math.floor(at.world.clock.now() / 1000)
    const session = await signInBy(at, key, ({ header, claims }) =>
      jws(header, withClaim(claims, 'auth_time', json(now)), key),
    )
    return session && { ago: now - Number(session.authTime) }
  }

  test('is the platform’s word, also in fractions of a second, and never later than now', async () => {
    expect(await authTime((now) => `${now - 7200}`)).toEqual({ ago: 7200 })
    expect(await authTime((now) => `${now - 7200}.75`)).toEqual({ ago: 7200 })
    expect((await authTime(() => '1.5'))?.ago).toBeGreaterThan(1_000_000_000)
    expect(await authTime((now) => `${now + 7200}`)).toEqual({ ago: 0 })
    expect(await authTime(() => '1e300')).toEqual({ ago: 0 })
  })

  test('makes the token worthless if it is no number', async () => {
    for (const json of ['"0"', 'null', 'true', '[]', '1e999', '-1'])
      expect([json, await authTime(() => json)]).toEqual([json, null])
  })
})

test('a token that a platform’s script posts is good once, however late it says to end', async () => {
  const key = rs256()
  const keys = { clientId: 'one-tap', clientSecret: 'one-tap-secret' }
  const login_uri = `${origin}/api/auth/callback/google`
  const app = { client_id: keys.clientId, client_secret: keys.clientSecret }
  const world = await emulator({
    platform: 'google',
    apps: [{ ...app, redirect_uris: [login_uri] }],
  })
  const { browser } = await setup(
    { providers: [Google({ ...keys, oneTap: 'without-nonce' })], storage: memory() },
    world,
  )
  const now = Math.floor(world.clock.now() / 1000)
  const claims = { iss: 'https://accounts.google.com', aud: keys.clientId, sub: '7', iat: now }
  const post = (exp: string) => {
    const credential = jws(key.header, withClaim(claims, 'exp', exp), key)
    const body = new URLSearchParams({ g_csrf_token: 'x', credential })
    const headers = { origin: 'https://accounts.google.com', cookie: 'g_csrf_token=x' }
    return browser.send(new Request(login_uri, { method: 'POST', headers, body }))
  }
  const isIn = (response: Response) =>
    /portico\.session=[\w-]/.test(String(response.headers.getSetCookie()))
  world.next({ endpoint: 'jwks', answer: () => Response.json({ keys: [key.jwk] }) })
  expect(isIn(await post(`${now + 3600}`))).toBe(true)
  expect(isIn(await post(`${now + 3600}`))).toBe(false)
  for (const exp of ['1e300', '1e999', '9e15']) {
    const both = [isIn(await post(exp)), isIn(await post(exp))]
    expect([exp, ...both]).toEqual([exp, false, false])
  }
})

describe('a token that Auth.js sealed', () => {
  beforeEach(() => void vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', since))
  afterEach(() => void vi.unstubAllEnvs())

  const key = Buffer.from(
    hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32),
  )
  const now = Math.floor(Date.now() / 1000)
  const since = new Date((now - 86_400) * 1000).toISOString().slice(0, 10)
  const claims = { sub: 'u-ada', name: 'Ada', iat: now - 3 * 86_400, exp: now + 3600, jti: 'x' }

  /** Everybody who reads such tokens. */
  async function believed(json: string) {
    const { auth, log } = await setup({
      providers: [idp],
      session: { fromAuthjs: fromAuthjs({ since }) },
    })
    const token = gcm({ toJSON: () => JSON.parse(json) }, key)
    const cookie = `__Secure-next-auth.session-token=${token}`
    const found = [
      await auth.session(new Request(origin, { headers: { cookie } })),
      await getToken({ req: { headers: { cookie } }, secret, secureCookie: true }),
      await decode({ token, secret }),
    ]
    expect(log.errors).toEqual([])
    return found.map((each) => each !== null)
  }

  test('is believed until it expires', async () => {
    expect(await believed(JSON.stringify(claims))).toEqual([true, true, true])
    expect(await believed(withClaim(claims, 'exp', `${now + 100}.5`))).toEqual([true, true, true])
    expect(await believed(withClaim(claims, 'exp', `${now - 100}`))).toEqual([false, false, false])
  })

  test('is ignored if it does not say when it expires', async () => {
    for (const json of [...noMoments, '0', '-1'])
      expect([json, ...(await believed(withClaim(claims, 'exp', json)))]).toEqual([
        json,
        false,
        false,
        false,
      ])
    const { exp, ...endless } = claims
    expect(await believed(JSON.stringify(endless))).toEqual([false, false, false])
  })
})

test('a stored session is null if its end is no moment', async () => {
  const storage = memory()
  let isOdd = false
  const { browser, log } = await stage({
    session: { strategy: 'database' },
    storage: {
      ...storage,
      // As an adapter returns it whose column holds anything.
      async getSessionAndUser(key) {
        const found = await storage.getSessionAndUser(key)
        if (!found || !isOdd) return found
        return { ...found, session: { ...found.session, expires: new Date('tomorrow') } }
      },
    },
  })
  await browser.signIn('idp', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
  isOdd = true
  expect(await browser.session()).toBeNull()
  expect(log.errors).toEqual([])
})

test('a webhook is refused if it was signed at no moment', async () => {
  const events: unknown[] = []
  const keys = { clientId: 'aw-key', clientSecret: 'aw-secret' }
  const { auth, world } = await setup({
    providers: [TikTok(keys)],
    storage: memory(),
    events: { webhook: (event) => void events.push(event) },
  })
  const now = Math.floor(world.clock.now() / 1000)
  const send = async (time: string) => {
    const content = { client_key: keys.clientId, event: 'x', create_time: now, user_openid: 'u' }
    const body = JSON.stringify({ ...content, content: JSON.stringify(time) })
    const s = createHmac('sha256', keys.clientSecret).update(`${time}.${body}`).digest('hex')
    const headers = { 'tiktok-signature': `t=${time},s=${s}`, 'content-type': 'application/json' }
    const url = `${origin}/api/auth/webhook/tiktok`
    return (await auth.handler(new Request(url, { method: 'POST', headers, body }))).status
  }
  expect(await send(`${now}`)).toBe(200)
  for (const time of ['', 'NaN', 'Infinity', '-Infinity', '1e300', '1e999', 'now', `-${now}`, '0'])
    expect([time, await send(time)]).toEqual([time, 401])
  expect(events).toHaveLength(1)
})
