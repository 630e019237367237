import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVerifier } from 'fast-jwt'
import { createRemoteJWKSet, importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { testAuth } from '../../src/testing.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import { audience, house, issuer, parts } from './house.ts'

async function published(auth: { handler(request: Request): Promise<Response> }) {
  const response = await auth.handler(new Request(`${issuer}/jwks`))
  return { response, keys: ((await response.json()) as { keys: Record<string, string>[] }).keys }
}

describe('a token', () => {
  test('says who issued it, for whom, about whom, in which session and how they signed in', async () => {
    const { auth, browser, userId, platform } = await house()
    const { token, expires } = await auth.jwt.issue(browser)
    const { header, payload } = parts(token)
    const now = Math.floor(platform.clock.now() / 1000)
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
    expect(payload).toMatchObject({
      iss: issuer,
      aud: audience,
      sub: userId,
      iat: now,
      exp: now + 300,
    })
    expect(payload).toMatchObject({ auth_time: now, sid: expect.stringMatching(/^[\w-]{22}$/) })
    expect(payload.amr).toEqual(expect.any(Array))
    expect(expires).toEqual(new Date((now + 300) * 1000))
    const again = parts((await auth.jwt.issue(browser)).token).payload
    expect(again.sid).toBe(payload.sid)
    expect(again.jti).not.toBe(payload.jti)
  })

  test('tells nothing of the session’s secret', async () => {
    const { auth, browser } = await house()
    const { payload } = parts((await auth.jwt.issue(browser)).token)
    for (const value of browser.cookies.values())
      expect(JSON.stringify(payload)).not.toContain(value)
  })

  test('has claims of the application, as PostgREST and Hasura want them', async () => {
    const hasura = 'https://hasura.io/jwt/claims'
    const { auth, browser, userId, service } = await house(
      {},
      {
        claims: ({ user }) => ({
          role: 'authenticated',
          [hasura]: {
            'x-hasura-default-role': 'user',
            'x-hasura-allowed-roles': ['user'],
            'x-hasura-user-id': user.id,
          },
        }),
      },
    )
    const { token } = await auth.jwt.issue(browser, { claims: { role: 'editor' } })
    const claims = await service.verify(token)
    expect(claims.role).toBe('editor')
    expect(claims[hasura]).toMatchObject({ 'x-hasura-user-id': userId })
  })

  test.each([
    'iss',
    'aud',
    'sub',
    'exp',
    'iat',
    'nbf',
    'jti',
    'sid',
    'amr',
    'auth_time',
    'client_id',
  ])(
    'gets the claim %s from the library alone, and refuses it from an application',
    async (name) => {
      const { auth, browser } = await house()
      await expect(auth.jwt.issue(browser, { claims: { [name]: 'x' } })).rejects.toMatchObject({
        code: 'InvalidRequest',
        field: 'claims',
      })
    },
  )

  test('is issued for configured audiences only', async () => {
    const { auth, browser } = await house({}, { audience: [audience, 'other'] })
    const { payload } = parts((await auth.jwt.issue(browser, { audience: 'other' })).token)
    expect(payload.aud).toBe('other')
    await expect(auth.jwt.issue(browser, { audience: 'evil' })).rejects.toMatchObject({
      code: 'InvalidRequest',
      field: 'audience',
    })
  })

  test('is issued to nobody who is not signed in, and for no user who does not exist', async () => {
    const { auth, newBrowser, userId } = await house()
    await expect(auth.jwt.issue(newBrowser())).rejects.toMatchObject({ code: 'SessionRequired' })
    await expect(auth.jwt.issue({ userId: 'nobody' })).rejects.toMatchObject({ code: 'NotFound' })
    const { payload } = parts((await auth.jwt.issue({ userId })).token)
    expect(payload).toMatchObject({ sub: userId })
    for (const claim of ['sid', 'amr', 'auth_time']) expect(payload).not.toHaveProperty(claim)
  })

  test('is issued to no access token, whose scopes it would be rid of', async () => {
    const tokens = AccessTokens({ scopes: ['read'], defaultScopes: ['read'] })
    const { auth, userId } = await house({ parts: [tokens] })
    const own = auth as unknown as AccessTokenCalls
    const made = await own.tokens.create({ userId }, { name: 'CI', scopes: ['read'] })
    const bearer = new Headers({ authorization: `Bearer ${made.token}` })
    expect(await auth.session(bearer)).not.toBeNull()
    await expect(auth.jwt.issue(bearer)).rejects.toMatchObject({ code: 'AccessDenied' })
  })

  test('is not issued any more after all sessions were ended, also for a cookie that is still read', async () => {
    const { auth, browser, userId } = await house({ session: { strategy: 'database' } })
    const copy = browser.clone()
    await auth.jwt.issue(copy)
    await auth.sessions.endAll({ userId })
    await expect(auth.jwt.issue(copy)).rejects.toMatchObject({ code: 'SessionRequired' })
  })
})

describe('the script of a page', () => {
  test('gets a token by a POST of its own origin, with no claims of its own choice', async () => {
    const { browser, userId, service } = await house()
    const json = { accept: 'application/json' }
    const form = { audience, role: 'admin', claims: '{"role":"admin"}' }
    const response = await browser.submit('/api/auth/jwt', form, json)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const { token } = (await response.json()) as { token: string }
    const claims = await service.verify(token)
    expect(claims.sub).toBe(userId)
    expect(claims).not.toHaveProperty('role')
    const forged = await browser.submit('/api/auth/jwt', form, {
      ...json,
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    })
    expect(forged.status).toBe(403)
    expect((await browser.visit('/api/auth/jwt', json)).status).toBe(405)
  })
})

describe('the published keys', () => {
  test('are public, cacheable for five minutes, and named by their thumbprint', async () => {
    const { auth, browser } = await house()
    const { response, keys } = await published(auth)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(parts((await auth.jwt.issue(browser)).token).header.kid).toBe(keys[0]?.kid)
    const found = await auth.handler(new Request(`${issuer}/.well-known/openid-configuration`))
    expect(await found.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks` })
  })

  test('are made once by two servers that start at the same time', async () => {
    const storage = memory()
    const servers = await Promise.all([house({ storage }), house({ storage }), house({ storage })])
    const sets = await Promise.all(servers.map(({ auth }) => published(auth)))
    expect(new Set(sets.map(({ keys }) => JSON.stringify(keys))).size).toBe(1)
    const [one, two] = servers
    const { token } = (await two?.auth.jwt.issue(two.browser)) ?? { token: '' }
    await expect(one?.service.verify(token)).resolves.toMatchObject({ iss: issuer })
  })

  test('are sealed in the storage, and never shown', async () => {
    const storage = memory()
    const { auth, browser } = await house({ storage })
    await auth.jwt.issue(browser)
    const { items } = await storage.listItems({ kind: 'jwt/key' })
    expect(items).toHaveLength(1)
    expect(items[0]?.sealed).toMatch(/^eyJ/)
    expect(JSON.stringify(items[0]?.data)).not.toContain('"d"')
  })
})

describe('without the signing key', () => {
  test('sessions are read and people sign in; only tokens are not issued, which is said', async () => {
    const storage = memory()
    const before = await house({ storage })
    await before.auth.jwt.issue(before.browser)
    const [item] = (await storage.listItems({ kind: 'jwt/key' })).items
    if (item)
      await storage.replaceItem(item, { data: item.data, sealed: 'not-ours', expires: null })
    const { auth, browser, userId } = await house({ storage })
    expect((await browser.session())?.user.id).toBe(userId)
    expect((await auth.requireSession(browser)).user.id).toBe(userId)
    await expect(auth.jwt.issue(browser)).rejects.toMatchObject({
      code: 'Configuration',
      message: 'No signing key can be decrypted',
    })
    expect((await published(auth)).keys).toEqual([])
    await auth.jwt.rotate()
    const after = await house({ storage })
    await expect(after.auth.jwt.issue(after.browser)).resolves.toHaveProperty('token')
  })

  test('a session is read without a question about keys', async () => {
    const storage = memory()
    let questions = 0
    const watched = {
      ...storage,
      listItems: (...asked: Parameters<typeof storage.listItems>) => {
        questions++
        return storage.listItems(...asked)
      },
    }
    const { auth, browser } = await house({ storage: watched })
    questions = 0
    await browser.session()
    await auth.session(browser)
    expect(questions).toBe(0)
    await auth.jwt.issue(browser)
    expect(questions).toBeGreaterThan(0)
  })
})

describe('other libraries', () => {
  test('jose verifies our tokens, with the keys and the issuer that it is told (as Convex checks them)', async () => {
    const { auth, browser, userId, platform } = await house()
    const { token } = await auth.jwt.issue(browser)
    const server = createServer(async (_request, response) => {
      const { keys } = await published(auth)
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const set = createRemoteJWKSet(new URL(`http://127.0.0.1:${port}/jwks`))
      const currentDate = new Date(platform.clock.now())
      const demands = { issuer, audience, typ: 'at+jwt', algorithms: ['ES256'], currentDate }
      const { payload } = await jwtVerify(token, set, demands)
      expect(payload.sub).toBe(userId)
      await expect(
        jwtVerify(token, set, { ...demands, audience: 'another' }),
      ).rejects.toMatchObject({ code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
    } finally {
      server.close()
    }
  })

  test('fast-jwt verifies our tokens', async () => {
    const { auth, browser, userId, platform } = await house()
    const { token } = await auth.jwt.issue(browser)
    const { keys } = await published(auth)
    const key = await importJWK(keys[0] ?? {}, 'ES256', { extractable: true })
    const spki = Buffer.from(await crypto.subtle.exportKey('spki', key as CryptoKey))
    const pem = `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----`
    const verify = createVerifier({
      key: pem,
      algorithms: ['ES256'],
      allowedIss: issuer,
      allowedAud: audience,
      clockTimestamp: platform.clock.now(),
    })
    expect(verify(token).sub).toBe(userId)
  })
})

describe('keys of the environment', () => {
  const jwk = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    return JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey))
  }

  test('sign without a storage, and the others are published too', async () => {
    const env = { AUTH_JWT_KEY: await jwk(), AUTH_JWT_KEY_1: await jwk() }
    const at = await testAuth(
      { providers: [GitHub], parts: [Jwt({ audience })], runtime: { env } },
      { storage: false },
    )
    await at.browser.signIn('github', { as: 'ada' })
    const auth = at.auth as unknown as Awaited<ReturnType<typeof house>>['auth']
    const { token } = await auth.jwt.issue(at.browser)
    const { keys } = await published(auth)
    expect(keys).toHaveLength(2)
    expect(keys[0]?.x).toBe(JSON.parse(env.AUTH_JWT_KEY).x)
    expect(parts(token).header.kid).toBe(keys[0]?.kid)
    await expect(auth.jwt.rotate()).rejects.toMatchObject({ code: 'Unsupported' })
  })

  test('are refused without being quoted if they are none', async () => {
    const env = { AUTH_JWT_KEY: '{"kty":"EC","d":"a-secret-part"}' }
    const { auth, browser } = await house({ runtime: { env } })
    const refused = await auth.jwt.issue(browser).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'Configuration' })
    expect(String(refused) + JSON.stringify(refused)).not.toContain('a-secret-part')
  })

  test.each([
    ['no audience', { audience: [] }],
    ['an empty audience', { audience: '' }],
    ['an age of a day', { audience, maxAge: 86_400 }],
    ['an issuer that is no address', { audience, issuer: 'acme' }],
  ])('Jwt() refuses %s', (_, options) => {
    expect(() => Jwt(options)).toThrow(/Jwt\(\)|issuer/)
  })

  test('Jwt() refuses to start without a key and a storage', async () => {
    await expect(
      testAuth({ providers: [GitHub], parts: [Jwt({ audience })] }, { storage: false }),
    ).rejects.toThrow('no signing key')
  })
})
