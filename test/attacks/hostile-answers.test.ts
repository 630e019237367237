import { describe, expect, test } from 'vitest'
import type { AuthConfig, TokenSet } from '../../src/index.ts'
import { base, closed, errorOf, plain, program, type Stage, stage } from './stage.ts'

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const text = (body: BodyInit | null, init: ResponseInit = {}): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' }, ...init })

const deep = (levels: number): string => `${'['.repeat(levels)}0${']'.repeat(levels)}`

/** The platform's next answer at one endpoint is this; then somebody tries to sign in. */
async function tried(
  endpoint: string,
  answer: string | (() => Response),
  config: Partial<AuthConfig> = {},
): Promise<Stage & { response: Response }> {
  const at = await stage(config)
  at.world.next({
    endpoint,
    platform: 'plain',
    answer: typeof answer === 'string' ? answer : () => answer(),
  })
  const response = await closed(at, () => at.browser.signIn('plain', { as: 'ada' }))
  expect(await at.browser.session()).toBeNull()
  return { ...at, response }
}

const platformFaults = ['PlatformError', 'PlatformUnreachable', 'ProfileInvalid', 'CheckFailed']

/** The person is led back to the sign-in page, and the developer learns that the platform was at fault. */
function expectPlatformFault({ response, log }: Stage & { response: Response }): void {
  expect(platformFaults).toContain(errorOf(response))
  expect(response.headers.get('location')).not.toMatch(/code=|token/)
  expect(log.errors.map(({ code }) => code).filter((code) => code === 'Internal')).toEqual([])
}

const patience = { runtime: { outbound: { timeout: 50 } } }

/** Ways to answer that no endpoint should choose. */
const answers: Record<string, string | (() => Response)> = {
  'a cut connection': 'cut',
  'a lost answer': 'lost',
  silence: 'slow',
  'an answer that never ends': 'stall',
  'a torn answer': 'torn',
  '64 MiB': 'huge',
  HTML: 'html',
  'a gateway’s page': 'unavailable',
  nothing: 'empty',
  'half of the JSON': 'truncated',
  null: 'null',
  'a list': () => json([{ access_token: 'a', token_type: 'bearer', id: 'x' }]),
  'a text': () => json('access_token'),
  'a number': () => json(7),
  'a 302 to a stranger': () =>
    new Response(null, { status: 302, headers: { location: 'https://evil.test/token' } }),
  'a 307, which would repeat the secret': () =>
    new Response(null, { status: 307, headers: { location: 'https://evil.test/token' } }),
  'a 308 to the cloud’s metadata': () =>
    new Response(null, { status: 308, headers: { location: 'http://169.254.169.254/' } }),
  '204': () => new Response(null, { status: 204 }),
  'JSON in Latin-1': () => text(new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d])),
  'depth 10,000': () => text(`{"a":${deep(10_000)}}`),
  'depth 200 with everything right': () =>
    text(`{"access_token":"a","token_type":"bearer","id":"x","a":${deep(200)}}`),
  'depth 100,000 with a long number': () => text(`{"a":12345678901234567890,"b":${deep(100_000)}}`),
  '200 with an error': () => json({ error: 'access_denied', access_token: 'a', id: 'x' }),
  '200 with an error object': () => json({ error: { code: 190, message: 'no' }, id: 'x' }),
  '200 with an error that cannot be text': () =>
    json({ error: { code: { toString: 1, valueOf: 1 } }, id: 'x' }),
  '200 with an error list': () => json({ error: [{ toString: 1 }], id: 'x' }),
  '200 with an error named __proto__': () => json({ error: '__proto__', id: 'x' }),
  '200 with an error named constructor': () => json({ error: 'constructor', id: 'x' }),
  '200 with an error of control characters': () =>
    json({ error: 'a\r\nb\u001b[31m', error_description: '\u2028', id: 'x' }),
  '401': () => json({ error: 'invalid_client' }, 401),
  '403 without a word': () => json({}, 403),
  '429': () => json({ error: 'slow_down' }, 429),
  '500 with everything right': () =>
    json({ access_token: 'a', token_type: 'bearer', id: 'x', sub: 'x' }, 500),
}

describe.each(['token', 'userinfo'])('the %s endpoint answers with', (endpoint) => {
  test.each(Object.entries(answers))('%s', async (_, answer) => {
    expectPlatformFault(await tried(endpoint, answer, patience))
  })
})

test('a program is told that it was the platform', async () => {
  const at = await stage()
  at.world.next({ endpoint: 'token', platform: 'plain', answer: 'html' })
  const back = await at.world.approve(await at.browser.start('plain'), { as: 'ada' })
  const response = await closed(at, () => at.browser.visit(String(back), program))
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ error: 'PlatformError' })
})

test('a token request that fails ends the sign-in before the profile is asked for', async () => {
  const { world } = await tried('token', answers['200 with an error'] ?? '')
  expect(world.received.map(({ endpoint }) => endpoint)).not.toContain('userinfo')
})

describe('a token answer with', () => {
  const good = { access_token: 'a', token_type: 'bearer' }

  test.each<[string, object]>([
    ['no access token', { token_type: 'bearer' }],
    ['an empty access token', { ...good, access_token: '' }],
    ['an access token of null', { ...good, access_token: null }],
    ['an access token that is an object', { ...good, access_token: { a: 1 } }],
    ['an access token that splits headers', { ...good, access_token: 'a\r\nX-Evil: 1' }],
    ['an access token of snow', { ...good, access_token: 'secret-☃' }],
    ['no token type', { access_token: 'a' }],
    ['an empty token type', { ...good, token_type: '' }],
    ['an unknown token type', { ...good, token_type: 'mac' }],
    ['a token type that is a list', { ...good, token_type: ['bearer'] }],
    ['a negative lifetime', { ...good, expires_in: -1 }],
    ['a lifetime that is an object', { ...good, expires_in: { valueOf: 1, toString: 1 } }],
    ['a scope that is an object', { ...good, scope: { a: 1 } }],
    ['a refresh token that is a number', { ...good, refresh_token: 5 }],
  ])('%s', async (_, answer) => {
    const result = await tried('token', () => json(answer))
    expectPlatformFault(result)
    expect(result.world.received.map(({ endpoint }) => endpoint)).not.toContain('userinfo')
    expect(JSON.stringify(result.log)).not.toMatch(/secret-|X-Evil/)
  })
})

test.each(['a\r\nX-Evil: 1', 'secret-☃'])(
  '%j is told to be no access token',
  async (access_token) => {
    const { log } = await tried('token', () => json({ access_token, token_type: 'bearer' }))
    expect(log.errors).toMatchObject([{ message: 'Plain sent no usable access token' }])
  },
)

test.each([
  [
    { error: 7, error_message: 'Try later' },
    { error: '7', description: 'Try later' },
  ],
  [
    { error: 'busy', error_description: 'Later' },
    { error: 'busy', description: 'Later' },
  ],
  [{ error_code: 'E1' }, { error: 'E1' }],
  [{ message: 'No' }, { error: 'unsuccessful_status' }],
  [{ error: { type: 'busy', message: 'Later' } }, { error: 'busy', description: 'Later' }],
])('the failure %j is understood', async (answer, platform) => {
  const { log } = await tried('token', () => json(answer, 400))
  expect(log.errors[0]?.platform).toMatchObject(platform)
})

describe('a profile whose id is', () => {
  test.each<[string, string]>([
    ['missing', '{"name":"x"}'],
    ['empty', '{"id":""}'],
    ['blank', '{"id":"  "}'],
    ['null', '{"id":null}'],
    ['an object', '{"id":{"a":1}}'],
    ['a list', '{"id":["a"]}'],
    ['true', '{"id":true}'],
    ['the word undefined', '{"id":"undefined"}'],
    ['the word null', '{"id":"null"}'],
    ['the word NaN', '{"id":"NaN"}'],
    ['an object’s accident', '{"id":"[object Object]"}'],
    ['a fraction', '{"id":1.5}'],
    ['beyond numbers', '{"id":1e400}'],
    ['longer than any id', `{"id":"${'x'.repeat(2000)}"}`],
    ['only on the prototype', '{"__proto__":{"id":"x"},"name":"x"}'],
  ])('%s names nobody', async (_, body) => {
    const result = await tried('userinfo', () => text(body))
    expect(errorOf(result.response)).toBe('ProfileInvalid')
  })

  test.each<[string, string]>([
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['0', '0'],
    ['7', '7'],
    ['"007"', '007'],
    ['"9007199254740993"', '9007199254740993'],
  ])('%s keeps every digit', async (written, kept) => {
    const at = await stage()
    at.world.next({
      endpoint: 'userinfo',
      platform: 'plain',
      answer: () => text(`{"id":${written},"name":"x"}`),
    })
    await at.browser.signIn('plain', { as: 'ada' })
    const account = await at.storage.getAccount(kept, 'plain')
    expect(account).toMatchObject({ userId: expect.any(String) })
    expect((await at.browser.session())?.user.id).toBe(account?.userId)
  })
})

describe('a profile sets what a profile may, and no more', () => {
  const answered = async (profile: object, config: Partial<AuthConfig> = {}) => {
    const at = await stage(config)
    at.world.next({ endpoint: 'userinfo', platform: 'plain', answer: () => json(profile) })
    await at.browser.signIn('plain', { as: 'ada' })
    return at
  }

  test.each([
    '{"__proto__":{"role":"admin"},"id":"x"}',
    '{"constructor":{"prototype":{"role":"admin"}},"id":"x"}',
  ])('prototypes stay clean: %s', async (body) => {
    const { browser, storage } = await answered(JSON.parse(body))
    expect(Reflect.get({}, 'role')).toBeUndefined()
    const user = (await browser.session())?.user
    expect(Object.keys(Object(user)).sort()).toEqual(['email', 'id', 'image', 'name'])
    expect(Reflect.get(Object(user), 'role')).toBeUndefined()
    expect(Reflect.get(Object(await storage.getUser(user?.id ?? '')), 'role')).toBeUndefined()
  })

  const raw = {
    ...plain,
    // As many provider modules do it: whatever the platform says is passed on.
    profile: ({ id, name, email, image }: Record<string, unknown>) =>
      ({ id, name, email, image }) as { id: string },
  }

  test.each([
    [{ $ne: null }],
    [['victim@corp.test']],
    ['attacker@evil.test,victim@corp.test'],
    ['a@b.test\r\nBcc: victim@corp.test'],
    ['not an address'],
    [42],
  ])('an e-mail address that is none (%j) is not asked for in the storage', async (email) => {
    const { storage, browser, log } = await answered(
      { id: 'x', name: { $gt: '' }, image: ['javascript:1'], email },
      { providers: [raw] },
    )
    const session = await browser.session()
    expect(session?.user).toMatchObject({ name: null, email: null, image: null })
    expect(await storage.getUser(session?.user.id ?? '')).toMatchObject({ email: null })
    expect(log.errors).toEqual([])
  })

  test('an account stays its owner’s, whatever user the token answer names', async () => {
    const greedy = { ...plain, account: (tokens: TokenSet) => tokens }
    const seen: unknown[] = []
    const at = await stage({
      providers: [greedy],
      callbacks: { signIn: ({ account }) => seen.push(account.userId) > 0 },
    })
    await at.browser.signIn('plain', { as: 'ada' })
    const victim = (await at.browser.session())?.user.id ?? ''
    const claim = { userId: victim, provider: 'idp', providerAccountId: 'p-ada', type: 'email' }
    for (const _ of ['the first time', 'the second time']) {
      at.world.next({
        endpoint: 'token',
        platform: 'plain',
        answer: () => json({ access_token: 'a', token_type: 'bearer', ...claim }),
      })
      at.world.next({
        endpoint: 'userinfo',
        platform: 'plain',
        answer: () => json({ id: 'p-eve' }),
      })
      const attacker = at.open()
      await attacker.signIn('plain', { as: 'eve' })
      const session = await attacker.session()
      expect(session?.user.id).not.toBe(victim)
      expect(await at.storage.getAccount('p-eve', 'plain')).toMatchObject({
        userId: session?.user.id,
        provider: 'plain',
        type: 'oauth',
      })
    }
    expect(seen).not.toContain(victim)
  })
})

describe('metadata', () => {
  const good = {
    issuer: 'https://idp.test',
    authorization_endpoint: 'https://idp.test/authorize',
    token_endpoint: 'https://idp.test/token',
    jwks_uri: 'https://idp.test/jwks',
  }

  test.each<[string, object]>([
    ['about another issuer', { ...good, issuer: 'https://evil.test' }],
    ['about any tenant', { ...good, issuer: '{tenantid}' }],
    ['without an issuer', { ...good, issuer: undefined }],
    ['with an issuer that is a list', { ...good, issuer: ['https://idp.test'] }],
    ['with an unprotected token endpoint', { ...good, token_endpoint: 'http://idp.test/token' }],
    [
      'with a token endpoint on this machine',
      { ...good, token_endpoint: 'http://127.0.0.1:6379/' },
    ],
    ['with an odd token endpoint', { ...good, token_endpoint: { toString: 1 } }],
    ['with keys in a file', { ...good, jwks_uri: 'file:///etc/passwd' }],
    [
      'with an unprotected endpoint for pushed parameters',
      {
        ...good,
        require_pushed_authorization_requests: true,
        pushed_authorization_request_endpoint: 'http://idp.test/par',
      },
    ],
    ['without an authorization endpoint', { ...good, authorization_endpoint: undefined }],
  ])('%s is a fault of the platform, and the next try asks again', async (_, metadata) => {
    const at = await stage()
    at.world.next({ endpoint: 'discovery', platform: 'idp', answer: () => json(metadata) })
    const response = await closed(at, () => at.browser.submit(`${base}/signin/idp`))
    expect(platformFaults).toContain(errorOf(response))
    // What was wrong once is asked again: nothing bad was remembered.
    expect(new URL(await at.browser.start('idp')).origin).toBe('https://idp.test')
  })

  test.each(['cut', 'slow', 'huge', 'html', 'empty', 'null', 'redirect', 'unavailable'])(
    'is a fault of the platform if it does not come (%s), and no sign-in starts',
    async (answer) => {
      const at = await stage(patience)
      at.world.next({ endpoint: 'discovery', platform: 'idp', answer })
      const response = await closed(at, () => at.browser.submit(`${base}/signin/idp`))
      expect(platformFaults).toContain(errorOf(response))
    },
  )
})

test('a provider’s own handlers may fail without telling what they read', async () => {
  const failing = {
    ...plain,
    token: {
      url: 'https://plain.test/token',
      conform: async (response: Response) => Response.json(JSON.parse(`${await response.text()}x`)),
    },
  }
  const at = await stage({ providers: [failing] })
  const response = await closed(at, () => at.browser.signIn('plain', { as: 'ada' }))
  expect(errorOf(response)).toBe('PlatformError')
  expect(at.log.errors.map(({ cause }) => cause)).toEqual([undefined])
})

describe('a redirect is not followed: the stranger hears nothing', () => {
  const places = [
    ['plain', 'token'],
    ['plain', 'userinfo'],
    ['idp', 'discovery'],
    ['idp', 'token'],
    ['idp', 'jwks'],
  ] as const
  const cases = places.flatMap((place) => [301, 302, 303, 307, 308].map((code) => [...place, code]))

  test.each(cases as [string, string, number][])(
    '%s, %s: %i',
    async (platform, endpoint, status) => {
      const at = await stage()
      const location = 'https://evil.test/token'
      const answer = () => new Response(null, { status, headers: { location } })
      at.world.next({ endpoint, platform, answer })
      const response = await closed(at, () =>
        endpoint === 'discovery'
          ? at.browser.submit(`${base}/signin/${platform}`)
          : at.browser.signIn(platform, { as: 'ada' }),
      )
      expect(at.world.received.filter((received) => received.platform === 'evil')).toEqual([])
      expect(errorOf(response)).toBe('PlatformUnreachable')
      expect(at.log.errors[0]?.message).toContain('redirect')
    },
  )
})
