import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { decode, getToken } from '../../src/authjs/jwt.ts'
import { gcm } from '../authjs/cookies.ts'
import { origin, secret, setup } from '../setup.ts'
import { es256, hs256, jws, rs256, signInBy, trusting } from './signed-tokens.ts'
import { base, idp, stage } from './stage.ts'

const keys = { 'the client secret': hs256, 'an EC key': es256, 'an RSA key': rs256 }

/** Headers that make a token mean something else than we would understand (RFC 7515 §4.1.11). */
const critical: [string, object][] = [
  ['crit', { crit: ['exp'], exp: 1 }],
  ['crit that names what it does not bring', { crit: ['urn:example:policy'] }],
  ['an empty crit', { crit: [] }],
  ['crit that is a text', { crit: 'b64' }],
  ['crit that is null', { crit: null }],
  ['an unencoded payload', { crit: ['b64'], b64: false }],
]

describe.each(Object.entries(keys))('a platform that signs with %s', (_, create) => {
  test('is believed', async () => {
    const key = create()
    const at = await trusting(key)
    const session = await signInBy(at, key, ({ header, claims }) => jws(header, claims, key))
    expect(session?.user.name).toBe('Ada Lovelace')
  })

  // CVE-2026-35042: what a token calls critical was not understood, and the token was taken.
  test.each(critical)(
    'signs nobody in by a token with %s, whatever its signature',
    async (_, more) => {
      const key = create()
      const make = ({ header, claims }: { header: object; claims: object }) =>
        jws({ ...header, ...more }, claims, key)
      expect(await signInBy(await trusting(key), key, make)).toBeNull()
    },
  )
})

/** Everything of a public key that somebody could take for a secret. */
function publicTexts(publicKey: NonNullable<ReturnType<typeof rs256>['publicKey']>, jwk: object) {
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  return [
    pem,
    pem.trim(),
    ` ${pem}`,
    `\n${pem}`,
    pem.replaceAll('\n', ''),
    publicKey.export({ type: 'spki', format: 'der' }),
    JSON.stringify(jwk),
    Buffer.from(String(Reflect.get(jwk, 'n') ?? Reflect.get(jwk, 'x')), 'base64url'),
    '',
  ]
}

// CVE-2026-22817, CVE-2026-22818, CVE-2026-34950: the token's header said how it was to be verified.
describe.each([
  ['an EC key', es256],
  ['an RSA key without an algorithm', rs256],
])('a platform that publishes %s', (_, create) => {
  test('signs nobody in by a token that takes its public key for a secret', async () => {
    const key = create()
    if (!key.publicKey) throw new Error('There is no public key')
    for (const text of publicTexts(key.publicKey, key.jwk)) {
      for (const kid of [{}, { kid: key.header.kid }]) {
        const forged = hs256(text)
        const make = ({ claims }: { claims: object }) =>
          jws({ ...forged.header, ...kid }, claims, forged)
        expect(await signInBy(await trusting(key), key, make)).toBeNull()
      }
    }
  })

  test('keeps to its keys, whatever its metadata and its tokens say about algorithms', async () => {
    const key = create()
    const first = await stage()
    const known = await first.world.fetch('https://idp.test/.well-known/openid-configuration')
    const supported = ['HS256', 'HS512', 'none', key.header.alg]
    const metadata = {
      ...(await known.json()),
      id_token_signing_alg_values_supported: supported,
    }
    const pem = String(key.publicKey?.export({ type: 'spki', format: 'pem' }))
    for (const signer of [key, hs256(pem), hs256()]) {
      for (const alg of ['HS256', 'HS512', 'none', 'None', '', 'dir']) {
        const at = await stage({ providers: [idp] })
        const answer = () => Response.json(metadata)
        at.world.next({ endpoint: 'discovery', platform: 'idp', answer })
        const make = ({ claims }: { claims: object }) => jws({ ...key.header, alg }, claims, signer)
        expect([alg, await signInBy(at, key, make)]).toEqual([alg, null])
      }
    }
    const at = await stage({ providers: [idp] })
    at.world.next({
      endpoint: 'discovery',
      platform: 'idp',
      answer: () => Response.json(metadata),
    })
    const make = ({ claims }: { claims: object }) => jws(key.header, claims, key)
    expect(await signInBy(at, key, make)).not.toBeNull()
  })
})

test('a platform that signs with the client secret signs nobody in by any other key', async () => {
  const key = es256()
  const make = ({ claims }: { claims: object }) => jws(key.header, claims, key)
  expect(await signInBy(await trusting(hs256()), key, make)).toBeNull()
  const empty = hs256('')
  const forge = ({ claims }: { claims: object }) => jws(empty.header, claims, empty)
  expect(await signInBy(await trusting(hs256()), empty, forge)).toBeNull()
})

describe('a token that Auth.js sealed', () => {
  beforeEach(() => void vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', since))
  afterEach(() => void vi.unstubAllEnvs())

  const key = Buffer.from(
    hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32),
  )
  const name = '__Secure-next-auth.session-token'
  const now = Math.floor(Date.now() / 1000)
  const since = new Date((now - 86_400) * 1000).toISOString().slice(0, 10)
  const claims = { sub: 'u-ada', name: 'Ada', iat: now - 3 * 86_400, exp: now + 3600, jti: 'x' }

  async function believed(token: string) {
    const { auth } = await setup({
      providers: [idp],
      session: { fromAuthjs: fromAuthjs({ since }) },
    })
    const cookie = `${name}=${token}`
    const asked = { req: { headers: { cookie } }, secret, secureCookie: true }
    return [
      await auth.session(new Request(origin, { headers: { cookie } })),
      await getToken(asked),
      await decode({ token, secret }),
    ].filter(Boolean)
  }

  test('is believed as Auth.js wrote it', async () => {
    expect(await believed(gcm(claims, key))).toHaveLength(3)
  })

  test.each([
    ...critical,
    ['compression', { zip: 'DEF' }],
    ['another algorithm', { alg: 'A256KW' }],
    ['no algorithm', { alg: 'none' }],
    ['another encryption', { enc: 'A128CBC-HS256' }],
  ])('is ignored with %s', async (_, header) => {
    expect(await believed(gcm(claims, key, header))).toEqual([])
  })
})

describe('a cookie that we sealed', () => {
  const cookieName = '__Host-portico.session'

  /** A JWE of any header, locked with the very key of our sessions. */
  function sealed(header: object, claims: object): string {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'portico session', 32))
    const spelt = Buffer.from(JSON.stringify(header)).toString('base64url')
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    cipher.setAAD(Buffer.from(spelt))
    const text = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()])
    const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))
    return [spelt, '', ...parts].join('.')
  }

  test('has one header, and is null with another', async () => {
    const { auth, browser } = await stage({ session: { strategy: 'cookie' } })
    await browser.signIn('idp', { as: 'ada' })
    const own = browser.cookies.get(cookieName) ?? ''
    const header = JSON.parse(Buffer.from(own.split('.')[0] ?? '', 'base64url').toString())
    const asked = async (value: string) => {
      const headers = { cookie: `${cookieName}=${value}` }
      return (await auth.handler(new Request(`${base}/session`, { headers }))).json()
    }
    const claims = {
      sub: 'ada',
      iat: 1_780_272_000,
      exp: 2_780_272_000,
      jti: 'x',
      name: 'Ada',
      stored: false,
    }
    expect((await asked(own)).user.name).toBe('Ada Lovelace')
    expect((await asked(sealed(header, claims))).user.name).toBe('Ada')
    const others = [
      ...critical.map(([, more]) => more),
      { zip: 'DEF' },
      { typ: 'JWT' },
      { kid: 'x' },
    ]
    for (const more of others)
      expect(await asked(sealed({ ...header, ...more }, claims))).toBeNull()
    const { kid, ...without } = header
    expect(await asked(sealed(without, claims))).toBeNull()
  })
})
