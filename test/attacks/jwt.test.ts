import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { jwtVerifier } from '../../src/jwt.ts'
import { audience, type House, house, issuer, parts } from '../jwt/house.ts'

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const
const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

/** An issuer whose key the attacker has not, and one whose key they made. */
async function keyPair(kid: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  const sign = async (header: object, payload: object) => {
    const signed = `${text({ alg: 'ES256', typ: 'at+jwt', kid, ...header })}.${text(payload)}`
    const signature = await crypto.subtle.sign(algorithm, privateKey, Buffer.from(signed))
    return `${signed}.${Buffer.from(signature).toString('base64url')}`
  }
  return { jwk: { ...jwk, kid, alg: 'ES256', use: 'sig' }, sign }
}

const now = 1_800_000_000
const good = { iss: issuer, aud: audience, sub: 'ada', iat: now, exp: now + 300 }

let own: Awaited<ReturnType<typeof keyPair>>
let foreign: Awaited<ReturnType<typeof keyPair>>
let requests: string[]

beforeAll(async () => {
  own = await keyPair('own')
  foreign = await keyPair('own')
})

function service(keys: unknown = { keys: [own.jwk] }) {
  requests = []
  return jwtVerifier({
    issuer,
    audience,
    now: () => now * 1000,
    fetch: async (url) => {
      requests.push(String(url))
      return Response.json(keys)
    },
  })
}

describe('a token that', () => {
  test('is as it should be is good: the attacks below change one thing each', async () => {
    await expect(service().verify(await own.sign({}, good))).resolves.toMatchObject({ sub: 'ada' })
    const several = { ...good, aud: [audience, 'another'] }
    await expect(service().verify(await own.sign({}, several))).resolves.toBeTruthy()
    const typed = await own.sign({ typ: 'application/AT+JWT' }, good)
    await expect(service().verify(typed)).resolves.toBeTruthy()
  })

  test.each([
    ['has alg none', { alg: 'none' }, 'Unsupported'],
    ['has alg None', { alg: 'None' }, 'Unsupported'],
    ['has alg HS256', { alg: 'HS256' }, 'Unsupported'],
    ['has the algorithm of another key', { alg: 'EdDSA' }, 'Unsupported'],
    ['has alg ES384', { alg: 'ES384' }, 'Unsupported'],
    ['has no alg', { alg: undefined }, 'Unsupported'],
    ['has an alg that is a list', { alg: ['ES256'] }, 'Unsupported'],
    ['demands an extension', { crit: ['exp'], exp: 1 }, 'Unsupported'],
    ['has an empty crit', { crit: [] }, 'Unsupported'],
    ['has an unencoded payload', { b64: false, crit: ['b64'] }, 'Unsupported'],
    ['has b64 alone', { b64: true }, 'Unsupported'],
    ['is an id token', { typ: 'JWT' }, 'Unsupported'],
    ['has no typ', { typ: undefined }, 'Unsupported'],
    ['is a logout token', { typ: 'logout+jwt' }, 'Unsupported'],
    ['names no key', { kid: undefined }, 'UnknownKey'],
    ['names a key by a path', { kid: '../../dev/null' }, 'UnknownKey'],
    ['names a key of the prototype', { kid: '__proto__' }, 'UnknownKey'],
    ['names a key that is a number', { kid: 1 }, 'UnknownKey'],
  ])('%s is refused', async (_, header, code) => {
    const token = await own.sign(header, good)
    await expect(service().verify(token)).rejects.toMatchObject({ code, status: 401 })
  })

  test.each([
    ['has no exp', { exp: undefined }, 'Malformed'],
    ['has an exp that is a text', { exp: String(now + 300) }, 'Malformed'],
    ['has an exp that is null', { exp: null }, 'Malformed'],
    ['has an exp that is a list', { exp: [now + 300] }, 'Malformed'],
    ['has expired', { exp: now - 5 }, 'Expired'],
    ['has a negative exp', { exp: -1 }, 'Malformed'],
    ['has no iat', { iat: undefined }, 'Malformed'],
    ['has an iat that is a text', { iat: String(now) }, 'Malformed'],
    ['was issued in the future', { iat: now + 60 }, 'NotYet'],
    ['has an nbf that is a text', { nbf: '0' }, 'Malformed'],
    ['is not valid yet', { nbf: now + 60 }, 'NotYet'],
    ['has no iss', { iss: undefined }, 'WrongIssuer'],
    ['has another iss', { iss: 'https://evil.test' }, 'WrongIssuer'],
    ['has an iss with a slash behind', { iss: `${issuer}/` }, 'WrongIssuer'],
    ['has a list of issuers', { iss: [issuer] }, 'WrongIssuer'],
    ['has no aud', { aud: undefined }, 'WrongAudience'],
    ['has another aud', { aud: 'https://other.example.com' }, 'WrongAudience'],
    ['has an aud that begins as ours', { aud: `${audience}.evil.test` }, 'WrongAudience'],
    ['has an empty list of audiences', { aud: [] }, 'WrongAudience'],
    ['has a number among its audiences', { aud: [audience, 1] }, 'WrongAudience'],
    ['has no sub', { sub: undefined }, 'Malformed'],
    ['has an empty sub', { sub: '' }, 'Malformed'],
  ])('%s is refused, though the key is right', async (_, payload, code) => {
    const token = await own.sign({}, { ...good, ...payload })
    await expect(service().verify(token)).rejects.toMatchObject({ code, status: 401 })
  })

  test('another key signed under our name is refused', async () => {
    const token = await foreign.sign({}, good)
    await expect(service().verify(token)).rejects.toMatchObject({ code: 'WrongSignature' })
  })

  test.each(['jwk', 'jku', 'x5u', 'x5c'])(
    'brings its own key along (%s) is refused, and nobody fetches it',
    async (name) => {
      const value =
        name === 'jwk' ? foreign.jwk : name === 'x5c' ? ['MII'] : 'https://evil.test/keys'
      const token = await foreign.sign({ [name]: value }, good)
      await expect(service().verify(token)).rejects.toMatchObject({ code: 'WrongSignature' })
      expect(requests).toEqual([`${issuer}/jwks`])
    },
  )

  test('was signed by HMAC with the public key is refused', async () => {
    const signed = `${text({ alg: 'HS256', typ: 'at+jwt', kid: 'own' })}.${text(good)}`
    for (const secret of [JSON.stringify(own.jwk), own.jwk.x ?? '']) {
      const mac = createHmac('sha256', secret).update(signed).digest('base64url')
      await expect(service().verify(`${signed}.${mac}`)).rejects.toMatchObject({
        code: 'Unsupported',
      })
    }
  })

  test('has a signature of zeros (CVE-2022-21449) or none is refused', async () => {
    const [head, body] = (await own.sign({}, good)).split('.')
    for (const signature of [new Uint8Array(64), new Uint8Array(), new Uint8Array(63).fill(1)]) {
      const token = `${head}.${body}.${Buffer.from(signature).toString('base64url')}`
      await expect(service().verify(token)).rejects.toMatchObject({ code: 'WrongSignature' })
    }
  })

  test('was changed, is spelled otherwise or is no JWT is refused', async () => {
    const token = await own.sign({}, good)
    const [head = '', body = '', signature = ''] = token.split('.')
    const changed = `${head}.${text({ ...good, sub: 'eve' })}.${signature}`
    await expect(service().verify(changed)).rejects.toMatchObject({ code: 'WrongSignature' })
    const huge = `${head}.${'A'.repeat(20_000)}.${signature}`
    const odd = [
      `${token}=`,
      `${token}.`,
      ` ${token}`,
      `${token}\n`,
      `${head}.${body}`,
      '',
      '..',
      'a.b.c',
      huge,
    ]
    for (const one of [
      ...odd,
      `${text([])}.${body}.${signature}`,
      `${text(null)}.${body}.${signature}`,
    ])
      await expect(service().verify(one)).rejects.toMatchObject({ code: 'Malformed' })
    await expect(service().verify(undefined as never)).rejects.toMatchObject({ code: 'Malformed' })
  })

  test('is refused is quoted in no error', async () => {
    const token = await foreign.sign({}, good)
    const error = await service()
      .verify(token)
      .catch((thrown: Error) => thrown)
    const said = String(error) + JSON.stringify(error) + (error as Error).stack
    for (const part of token.split('.')) expect(said).not.toContain(part)
  })
})

describe('the keys of an issuer', () => {
  test.each([
    ['a symmetric key', () => ({ kty: 'oct', k: 'AAAA', kid: 'own', alg: 'HS256' })],
    ['a key for encryption', () => ({ ...own.jwk, use: 'enc' })],
    ['a key for another algorithm', () => ({ ...own.jwk, alg: 'ES512' })],
    ['a key without a name', () => ({ ...own.jwk, kid: undefined })],
    ['a point that is not on the curve', () => ({ ...own.jwk, x: own.jwk.y })],
    ['null', () => null],
  ])('verify nothing if they are %s', async (_, key) => {
    const token = await own.sign({}, good)
    await expect(service({ keys: [key()] }).verify(token)).rejects.toMatchObject({
      code: 'UnknownKey',
    })
  })

  test.each([
    ['an error', () => new Response('no', { status: 500 })],
    ['no JSON', () => new Response('<html>')],
    ['no set', () => Response.json([])],
    ['more than 64 kB', () => new Response(' '.repeat(70_000))],
  ])('let nobody in if they come as %s', async (_, answer) => {
    const jwt = jwtVerifier({
      issuer,
      audience,
      now: () => now * 1000,
      fetch: async () => answer(),
    })
    const token = await own.sign({}, good)
    await expect(jwt.verify(token)).rejects.toMatchObject({ code: 'KeysUnavailable', status: 503 })
  })

  test('are asked for once by a thousand tokens with names that somebody made up', async () => {
    const jwt = service()
    const invented = await Promise.all(
      Array.from({ length: 1000 }, (_, count) => foreign.sign({ kid: `made-up-${count}` }, good)),
    )
    const outcomes = await Promise.allSettled(invented.map((token) => jwt.verify(token)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1000)
    expect(requests).toHaveLength(1)
    await expect(jwt.verify(await own.sign({}, good))).resolves.toBeTruthy()
    expect(requests).toHaveLength(1)
  })

  test('are believed for an hour while the issuer is down, and then no more', async () => {
    let [time, isDown] = [now * 1000, false]
    const jwt = jwtVerifier({
      issuer,
      audience,
      now: () => time,
      fetch: async () =>
        isDown ? new Response('', { status: 502 }) : Response.json({ keys: [own.jwk] }),
    })
    const at = () => ({ ...good, iat: Math.floor(time / 1000), exp: Math.floor(time / 1000) + 300 })
    await jwt.verify(await own.sign({}, at()))
    isDown = true
    time += 50 * 60_000
    await expect(jwt.verify(await own.sign({}, at()))).resolves.toBeTruthy()
    time += 11 * 60_000
    await expect(jwt.verify(await own.sign({}, at()))).rejects.toMatchObject({
      code: 'KeysUnavailable',
    })
    isDown = false
    time += 31_000
    await expect(jwt.verify(await own.sign({}, at()))).resolves.toBeTruthy()
  })
})

describe('rotation', () => {
  /** Issues a token and verifies it in services that each have a cache of its own age. */
  async function tick(at: House, services: House['service'][], kids: Set<unknown>) {
    const { token } = await at.auth.jwt.issue(at.browser)
    kids.add(parts(token).header.kid)
    for (const one of services) await one.verify(token)
    return token
  }

  test('refuses no token in two hours of load, and signs with no key before every service knows it', async () => {
    const at = await house({ session: { maxAge: 86_400 } })
    const kids = new Set<unknown>()
    const services = [at.service, at.open(), at.open()]
    let last = await tick(at, services, kids)
    for (let minute = 0; minute < 120; minute++) {
      if (minute === 3 || minute === 60) await at.auth.jwt.rotate()
      // One service is busy, the others are asked now and then.
      const token = await tick(at, minute % 4 === 0 ? services : services.slice(0, 1), kids)
      expect(kids.size).toBe(minute < 13 ? 1 : minute < 70 ? 2 : 3)
      // The token of a minute ago is as good as ever.
      await at.service.verify(last)
      last = token
      at.platform.clock.advance('1m')
    }
    const states = (await at.auth.jwt.keys()).map(({ state }) => state)
    expect(states.slice(0, 2)).toEqual(['current', 'old'])
  })

  test('publishes a new key at once and signs with it ten minutes later', async () => {
    const { auth, browser, platform } = await house()
    const before = parts((await auth.jwt.issue(browser)).token).header.kid
    const [next] = await auth.jwt.rotate()
    expect(next).toMatchObject({ state: 'next' })
    platform.clock.advance('61s')
    const published = await (await auth.handler(new Request(`${issuer}/jwks`))).text()
    expect(published).toContain(next?.kid)
    expect(published).toContain(before)
    platform.clock.advance('8m')
    expect(parts((await auth.jwt.issue(browser)).token).header.kid).toBe(before)
    platform.clock.advance('1m')
    expect(parts((await auth.jwt.issue(browser)).token).header.kid).toBe(next?.kid)
  })

  test('after a leak ends the old key within minutes', async () => {
    const { auth, browser, platform, open } = await house()
    const { token } = await auth.jwt.issue(browser)
    await auth.jwt.rotate({ now: true })
    platform.clock.advance('61s')
    await expect(open().verify(token)).rejects.toMatchObject({ code: 'UnknownKey' })
    const fresh = await auth.jwt.issue(browser)
    await expect(open().verify(fresh.token)).resolves.toBeTruthy()
  })

  test('by two at once makes one key', async () => {
    const { auth, browser } = await house()
    await auth.jwt.issue(browser)
    await Promise.all([auth.jwt.rotate(), auth.jwt.rotate()])
    const again = await auth.jwt.rotate()
    expect(again.map(({ state }) => state)).toEqual(['next', 'next', 'current'])
  })
})
