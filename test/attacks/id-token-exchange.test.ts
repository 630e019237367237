import { describe, expect, test } from 'vitest'
import { android, bundle, hashed, ios, sheets, web } from '../native-apps/sheet.ts'
import { hs256, jws, type PlatformKey, rs256 } from './signed-tokens.ts'

type House = Awaited<ReturnType<typeof sheets>>

// One key for all: to make one takes time.
const key = rs256()

/** An application whose Google and Apple sign with a key of ours, so that every token can be written. */
async function place(listed?: Readonly<Record<string, readonly string[]>>): Promise<House> {
  const at = await sheets({}, listed)
  for (const platform of ['google', 'apple'])
    at.platform.next({
      ...{ endpoint: 'jwks', platform, times: 1000 },
      answer: () => Response.json({ keys: [key.jwk] }),
    })
  return at
}

const issuers = { google: 'https://accounts.google.com', apple: 'https://appleid.apple.com' }

/** The claims of a token that nothing is wrong with. */
function claimsOf(at: House, nonce: string, provider: keyof typeof issuers = 'google') {
  const now = Math.floor(at.clock.now() / 1000)
  const aud = provider === 'google' ? ios : bundle
  const times = { iat: now, exp: now + 3600 }
  return { iss: issuers[provider], aud, sub: '4711', nonce: hashed(nonce), name: 'Ada', ...times }
}

/** Sends a token with changed claims, by a fresh nonce. */
async function send(
  at: House,
  changed: Record<string, unknown>,
  { header = key.header, by = key }: { header?: object; by?: PlatformKey } = {},
): Promise<Response> {
  const nonce = await at.nonce()
  const subject_token = jws(header, { ...claimsOf(at, nonce), ...changed }, by)
  return at.exchange({ provider: 'google', subject_token, nonce })
}

let opened: Promise<House> | undefined

/** The same application for all that comes to nothing: `refused` makes sure that it did. */
function shared(): Promise<House> {
  opened ??= place()
  return opened
}

/** Nothing came of it: no key, no row, no cookie, and no failure of ours. */
async function refused(at: House, answer: Response, error = 'invalid_grant'): Promise<void> {
  expect(answer.headers.getSetCookie()).toEqual([])
  const told = await answer.json()
  expect([answer.status, told.error]).toEqual([400, error])
  expect(told.access_token).toBeUndefined()
  expect((await at.storage.listUsers({})).users).toEqual([])
  expect((await at.storage.listItems({})).items).toEqual([])
  expect(at.log.errors).toEqual([])
}

test('a token that nothing is wrong with signs in, or none of these attacks would show anything', async () => {
  expect((await send(await place(), {})).status).toBe(200)
})

describe('a token', () => {
  const wrong: [string, (now: number) => Record<string, unknown>][] = [
    ['for a foreign audience', () => ({ aud: 'somebody-else' })],
    ['for the web client, where only apps are listed', () => ({ aud: web })],
    ['for the web client, given to the app', () => ({ aud: web, azp: ios })],
    ['for our app, given to another', () => ({ azp: android })],
    ['for several audiences, ours among them', () => ({ aud: [ios, 'somebody-else'] })],
    ['for our audience in capitals', () => ({ aud: ios.toUpperCase() })],
    ['for the beginning of our audience', () => ({ aud: ios.slice(0, -1) })],
    ['for nobody', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://evil.test' })],
    [
      'of an issuer that begins like ours',
      () => ({ iss: 'https://accounts.google.com.evil.test' }),
    ],
    ['of no issuer', () => ({ iss: undefined })],
    ['past its end', (now) => ({ iat: now - 7200, exp: now - 3600 })],
    ['before its beginning', (now) => ({ nbf: now + 600 })],
    ['issued in the future', (now) => ({ iat: now + 600, exp: now + 4000 })],
    ['without an end', () => ({ exp: undefined })],
    ['with a text for its end', () => ({ exp: '9999999999' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['with the nonce of another start', () => ({ nonce: hashed('another start') })],
    ['with an empty nonce', () => ({ nonce: '' })],
    ['with a list of nonces', () => ({ nonce: [''] })],
    ['of nobody', () => ({ sub: undefined })],
  ]

  test.each(wrong)('%s is refused', async (_what, change) => {
    const at = await shared()
    await refused(at, await send(at, change(Math.floor(at.clock.now() / 1000))))
  })

  const none: PlatformKey = { header: { alg: 'none' }, jwk: {}, sign: () => Buffer.alloc(0) }
  const pem = String(key.publicKey?.export({ type: 'spki', format: 'pem' }))
  const stranger = rs256()
  test.each<[string, { header?: object; by: PlatformKey }]>([
    ['without a signature', { header: { alg: 'none' }, by: none }],
    ['signed with the public key as a secret', { header: { alg: 'HS256' }, by: hs256(pem) }],
    [
      'signed with the JWK as a secret, under its name',
      { header: { ...key.header, alg: 'HS256' }, by: hs256(JSON.stringify(key.jwk)) },
    ],
    [
      'signed with the secret of the web client',
      { header: { alg: 'HS256' }, by: hs256('practice-secret-of-google') },
    ],
    ['signed by a stranger under the name of our key', { by: stranger }],
    [
      'with its own key in the header',
      { header: { ...key.header, jwk: stranger.jwk }, by: stranger },
    ],
    ['with a critical extension', { header: { ...key.header, crit: ['exp'] }, by: key }],
  ])('%s is refused', async (_what, signed) => {
    const at = await shared()
    await refused(at, await send(at, {}, signed))
  })

  test('of Google is not Apple’s, nor the other way round', async () => {
    const at = await place({ google: [ios, bundle], apple: [ios, bundle] })
    for (const [from, to] of [
      ['google', 'apple'],
      ['apple', 'google'],
    ] as const) {
      const nonce = await at.nonce()
      const subject_token = jws(key.header, claimsOf(at, nonce, from), key)
      await refused(at, await at.exchange({ provider: to, subject_token, nonce }))
    }
  })

  test('of 60 kB is refused before it is read', async () => {
    const at = await place()
    const nonce = await at.nonce()
    const subject_token = jws(key.header, { ...claimsOf(at, nonce), more: 'x'.repeat(40_000) }, key)
    await refused(at, await at.exchange({ provider: 'google', subject_token, nonce }))
    expect(at.platform.received.filter(({ endpoint }) => endpoint === 'jwks')).toEqual([])
  })
})

describe('a nonce', () => {
  /** A token with a nonce, and what else the app sends. */
  const form = (at: House, nonce: string, sub = '4711') => ({
    provider: 'google',
    subject_token: jws(key.header, { ...claimsOf(at, nonce), sub }, key),
    nonce,
  })

  test.each(['', 'made-up', `${'a'.repeat(2000)}`, 'eyJhbGciOiJkaXIifQ..a.b.c'])(
    'made up by somebody else is refused: %.20s',
    async (nonce) => {
      const at = await shared()
      await refused(at, await at.exchange(form(at, nonce)))
    },
  )

  test('must be sent along, although the token carries it as it is', async () => {
    const at = await shared()
    const nonce = await at.nonce()
    const subject_token = jws(key.header, { ...claimsOf(at, nonce), nonce }, key)
    await refused(at, await at.exchange({ provider: 'google', subject_token }))
  })

  test('of another app is refused', async () => {
    const at = await shared()
    await refused(at, await at.exchange(form(at, await at.nonce('other'))))
  })

  test('is refused after ten minutes, although the token is still good', async () => {
    const at = await place()
    const nonce = await at.nonce()
    at.clock.advance('11m')
    await refused(at, await at.exchange(form(at, nonce)))
  })

  test('is good once, however many send its token at the same moment, and not afterwards', async () => {
    const at = await place()
    const sent = form(at, await at.nonce())
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.exchange(sent)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await at.exchange(sent)).status).toBe(400)
    const { items } = await at.storage.listItems({ kind: 'native-apps/key' })
    expect(items).toHaveLength(1)
  })

  test('lets one of two tokens in that carry it at the same moment', async () => {
    const at = await place()
    const nonce = await at.nonce()
    const tokens = ['one', 'two', 'three'].map((sub) => form(at, nonce, sub))
    const answers = await Promise.all(tokens.map((sent) => at.exchange(sent)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await at.storage.listUsers({})).users).toHaveLength(1)
  })

  test('still works after somebody sent it with a token that is no good', async () => {
    const at = await place()
    const nonce = await at.nonce()
    const forged = { provider: 'google', subject_token: 'a.b.c', nonce }
    expect((await at.exchange(forged)).status).toBe(400)
    expect((await at.exchange(form(at, nonce))).status).toBe(200)
  })

  test('of the flow of a browser is none of an app', async () => {
    const at = await shared()
    const location = new URL(await at.browser.start('google'))
    await refused(at, await at.exchange(form(at, location.searchParams.get('nonce') ?? '')))
  })
})

describe('an address', () => {
  test.each(['google', 'apple'] as const)(
    'called unverified by %s opens nobody’s account',
    async (provider) => {
      const at = await sheets()
      await at.browser.signIn(provider === 'google' ? 'apple' : 'google', { as: 'ada' })
      const ada = (await at.browser.session())?.user.id
      // Google writes false, Apple writes "false".
      const { session, error } = await (await at.signIn(provider, 'eve')).json()
      expect([error ?? 'a user of their own', session?.user.id]).not.toContain(ada)
      const [account, ...more] = await at.storage.listAccounts(ada ?? '')
      expect([account?.provider, more]).toEqual([provider === 'google' ? 'apple' : 'google', []])
    },
  )

  test.each([false, 'false', 'FALSE', 0, null, [], {}, 'yes'])(
    'is not verified by %j',
    async (email_verified) => {
      const at = await place()
      const { session } = await (
        await send(at, { email: 'ada@people.test', email_verified })
      ).json()
      const user = await at.storage.getUser(session.user.id)
      expect(user?.emailVerified ?? null).toBeNull()
    },
  )
})

describe('the routes of id tokens', () => {
  /** Fifty bodies that no app of ours sends. */
  const odd: unknown[] = [null, true, 7, '', 'x', [], {}, 'a.b.c', '..', '\u0000']
  const fields = ['subject_token', 'nonce', 'provider', 'user', 'client_id']
  const bodies = fields.flatMap((field) => odd.map((value) => [field, value] as const))

  test('answer fifty malformed bodies with 4xx, and write nothing', async () => {
    const at = await place()
    let count = 0
    for (const [field, value] of bodies) {
      const nonce = await at.nonce()
      const good = {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        client_id: 'acme',
        provider: 'google',
        // The name is no part of the proof; so that nobody comes in by these either, the token is for somebody else.
        subject_token: jws(
          key.header,
          { ...claimsOf(at, nonce), ...(field === 'user' && { aud: 'somebody-else' }) },
          key,
        ),
        nonce,
      }
      const answer = await at.auth.handler(
        new Request('https://app.test/api/auth/native-token', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...good, [field]: value }),
        }),
      )
      expect(answer.status, `${field}: ${JSON.stringify(value)}`).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      count++
    }
    expect(count).toBe(50)
    expect((await at.storage.listUsers({})).users).toEqual([])
    expect(at.log.errors).toEqual([])
  })

  test('refuse a type that is none of an id token', async () => {
    const at = await shared()
    const nonce = await at.nonce()
    const subject_token = jws(key.header, claimsOf(at, nonce), key)
    const subject_token_type = 'urn:ietf:params:oauth:token-type:access_token'
    const sent = { provider: 'google', subject_token, subject_token_type, nonce }
    await refused(at, await at.exchange(sent), 'invalid_request')
  })

  test('read and set no cookie: whoever is signed in in a browser is not connected', async () => {
    const at = await sheets()
    await at.browser.signIn('google', { as: 'noor' })
    const cookie = at.browser.headers.get('cookie') ?? ''
    expect(cookie).not.toBe('')
    const answer = await at.signIn('google', 'ada', {}, { cookie })
    expect(answer.headers.getSetCookie()).toEqual([])
    const noor = (await at.browser.session())?.user.id ?? ''
    expect((await answer.json()).session.user.id).not.toBe(noor)
    expect(await at.storage.listAccounts(noor)).toHaveLength(1)
  })

  test('log neither tokens nor nonces', async () => {
    const at = await place()
    const nonce = await at.nonce()
    const subject_token = jws(key.header, { ...claimsOf(at, nonce), aud: 'somebody-else' }, key)
    await at.exchange({ provider: 'google', subject_token, nonce })
    const logged = JSON.stringify(at.log)
    expect(at.log.warnings).toHaveLength(1)
    for (const secret of [subject_token, subject_token.slice(-40), nonce.slice(-40)])
      expect(logged).not.toContain(secret)
  })

  test('count what fails by client, and let go on what is good', async () => {
    const at = await sheets({ limits: { oauth: { perClient: 3 } }, trustHost: true })
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const nonce = await at.nonce()
      const sent = { provider: 'google', subject_token: 'a.b.c', nonce }
      statuses.push((await at.exchange(sent, from)).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429])
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    expect((await at.signIn('google', 'ada', {}, elsewhere)).status).toBe(200)
  })
})
