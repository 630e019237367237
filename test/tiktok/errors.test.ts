import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { strong } from '../attacks/mistakes.ts'
import { secret } from '../setup.ts'
import { callback, keys, tiktok } from './practice.ts'

/** Nothing of this may ever be seen by anybody but TikTok. */
function assertNoLeak(texts: string[]) {
  for (const text of texts) {
    expect(text).not.toMatch(/act\.|rft\.|code_verifier/)
    expect(text).not.toContain(keys.clientSecret)
  }
}

test.each([
  ['token', 'invalid_client', 'invalid_client', /Client key and Client secret/],
  ['token', 'invalid_grant', 'invalid_grant', /sign in again/],
  ['token', 'invalid_grant_400', 'invalid_grant', /sign in again/],
  ['token', 'redirect_mismatch', 'invalid_request', /redirect address/],
  ['token', 'pkce', 'invalid_request', /hexadecimal/],
  ['userinfo', 'scope_not_authorized', 'scope_not_authorized', /scope/],
  ['userinfo', 'scope_permission_missed', 'scope_permission_missed', /scope/],
  ['userinfo', 'access_token_invalid', 'access_token_invalid', /accessToken/],
  ['userinfo', 'rate_limit', 'rate_limit_exceeded', /600 calls/],
  ['userinfo', 'error_200', 'internal_error', /platform/],
  ['userinfo', 'error_without_data', 'access_token_invalid', /accessToken/],
])(
  'at %s, %s reaches the developer as %s with advice, and signs nobody in',
  async (endpoint, answer, error, hint) => {
    const { browser, world, log, writes } = await tiktok()
    world.next({ endpoint, answer })
    const response = await browser.signIn('tiktok', { as: 'ada' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe(
      'PlatformError',
    )
    expect(await browser.session()).toBeNull()
    const [logged] = log.errors
    expect(logged).toMatchObject({
      code: 'PlatformError',
      provider: 'tiktok',
      platform: { error, endpoint },
    })
    expect(logged?.platform?.reference).toMatch(/^\d{14}[0-9A-F]+$/)
    expect(logged?.hint).toMatch(hint)
    // No user, no account, no session, under whatever name.
    expect(writes).toEqual([])
    await browser.signIn('tiktok', { as: 'ada' })
    expect(writes).toEqual(['createUser', 'linkAccount', 'createSession'])
    assertNoLeak([
      String(logged?.stack),
      JSON.stringify(logged),
      response.headers.get('location') ?? '',
    ])
  },
)

test.each([
  ['nothing', undefined],
  ['an empty object', {}],
  ['a code of null', { code: null }],
  ['an object for a code', { code: {} }],
  ['words without a code', { message: 'boom' }],
])(
  'user info with %s where "ok" must stand is a PlatformError, and nothing is written',
  async (_, error) => {
    const { browser, world, log, writes } = await tiktok()
    let answered = 0
    world.next({
      endpoint: 'userinfo',
      answer: async ({ url, headers }) => {
        const truth = await world.fetch(url, { headers })
        answered++
        return Response.json({ ...(await truth.json()), error })
      },
    })
    await browser.signIn('tiktok', { as: 'ada' })
    expect(answered).toBe(1)
    expect(await browser.session()).toBeNull()
    expect(writes).toEqual([])
    expect(log.errors).toMatchObject([
      { code: 'PlatformError', platform: { error: 'no_code', endpoint: 'userinfo', status: 200 } },
    ])
  },
)

test.each([
  'html',
  'empty',
  'truncated',
  'null',
  'redirect',
  'huge',
  'cut',
  'torn',
  'unavailable',
  'janus',
])('an answer that is %s, from either endpoint, ends on a calm page', async (answer) => {
  for (const endpoint of ['token', 'userinfo']) {
    const { browser, world, log, writes } = await tiktok()
    world.next({ endpoint, answer })
    const response = await browser.signIn('tiktok', { as: 'ada' })
    const page = await browser.visit(response.headers.get('location') ?? '')
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/[Tt]ry again/)
    expect(await browser.session()).toBeNull()
    expect(log.errors).toHaveLength(1)
    expect(writes).toEqual([])
  }
})

test.each(['slow', 'stall'])('a platform that is %s is given up', async (answer) => {
  const { browser, world, log } = await tiktok({}, { runtime: { outbound: { timeout: 50 } } })
  world.next({ endpoint: 'token', answer })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(log.errors[0]).toMatchObject({ code: 'PlatformUnreachable' })
  expect(log.errors[0]?.message).toContain('open.tiktokapis.com did not answer within 0.05 s')
})

test('an account that is no target user of the sandbox is the developer’s problem, not a refusal', async () => {
  const sandbox = { client_key: 'sbawtest', environment: 'sandbox' }
  const { browser, log } = await tiktok({ clientId: 'sbawtest' }, {}, sandbox)
  await browser.signIn('tiktok', { as: 'sam', fail: 'non_sandbox_target' })
  expect(log.errors[0]).toMatchObject({
    code: 'PlatformError',
    platform: { error: 'access_denied', error_type: 'non_sandbox_target' },
    hint: expect.stringContaining('target users'),
  })
})

test.each([
  ['redirect_uri', 'invalid_request', `Register exactly ${callback}`],
  ['client_key', 'unauthorized_client', 'not reviewed'],
  ['scope', 'invalid_scope', 'approved'],
  ['code_challenge', 'param_error', 'desktop'],
])('a callback with error_type %s explains itself', async (error_type, error, advice) => {
  const { browser, log } = await tiktok()
  const state = new URL(await browser.start('tiktok')).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error, error_type, errCode: '10000', state })
  await browser.visit(`${callback}?${query}`)
  expect(log.errors[0]?.hint).toContain(advice)
  expect(log.errors[0]?.platform).toMatchObject({ error, error_type, errCode: '10000' })
})

test('behind a redirect proxy it is the proxy’s address that must be registered', async () => {
  const { browser, log } = await tiktok({}, { redirectProxyUrl: 'https://proxy.test/api/auth' })
  const asked = new URL(await browser.start('tiktok')).searchParams
  const state = asked.get('state') ?? ''
  const query = new URLSearchParams({ error: 'invalid_request', error_type: 'redirect_uri', state })
  await browser.visit(`${callback}?${query}`)
  expect(log.errors[0]?.hint).toContain(`Register exactly ${asked.get('redirect_uri')} `)
})

test('TikTok’s reason for refusing somebody reaches the log', async () => {
  const { browser, log } = await tiktok()
  await browser.signIn('tiktok', { as: 'bea', fail: 'ineligible' })
  expect(log.warnings.join()).toContain('AccessDenied (tiktok)')
  expect(log.warnings.join()).toContain('not eligible for third-party login')
})

test.each([
  ['token', 'pkce', 'Code verifier or code challenge is invalid.', 200],
  ['token', 'invalid_grant_400', 'Authorization code is expired.', 400],
  ['userinfo', 'rate_limit', 'The API rate limit was exceeded. Please try again later.', 429],
])('at %s, the words and the status of %s are kept', async (endpoint, answer, words, status) => {
  const { browser, world, log } = await tiktok()
  world.next({ endpoint, answer })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(log.errors[0]?.platform).toMatchObject({ description: words, status })
})

test('an error without state, as the mobile SDKs send it, is an error page and nothing else', async () => {
  const { browser } = await tiktok()
  const response = await browser.visit(`${callback}?error=access_denied`)
  expect(response.headers.get('location')).toContain('error=AccessDenied')
})

test('on localhost the five lines work with the practice platform, and only with it', async () => {
  const url = 'http://localhost:3000'
  const start = async (emulator?: string) => {
    const { browser } = await tiktok({}, { url, ...(emulator && { runtime: { emulator } }) })
    return browser.submit(`${url}/api/auth/signin/tiktok`)
  }
  const practice = await start('http://127.0.0.1:4100')
  expect(practice.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:4100\//)
  const refused = await start()
  expect(refused.status).toBe(500)
  expect(await refused.text()).toContain('npx porticojs emulate')
})

test.each([
  ['http://app.test', {}, 'https'],
  ['https://localhost:3000', {}, 'never localhost'],
  ['https://app.test', { kit: 'desktop' as const }, 'localhost or 127.0.0.1'],
])('at %s, TikTok would refuse; production does not start', async (url, options, advice) => {
  const errors: string[] = []
  const auth = Auth({
    providers: [TikTok({ ...keys, ...options })],
    secret,
    url,
    runtime: { env: { NODE_ENV: 'production' } },
    logger: { error: ({ message, hint }) => void errors.push(`${message} ${hint}`) },
  })
  expect((await auth.handler(new Request(`${url}/api/auth/signin`))).status).toBe(500)
  expect(errors.join()).toContain(url.startsWith('http://') ? 'not protected' : advice)
})

test.each([
  ['https://app.test/?a=b', 'query'],
  ['https://app.test/#there', 'fragment'],
  [`https://app.test/${'a'.repeat(500)}`, '512'],
])('TikTok takes no callback address such as %s', (address, advice) => {
  expect(TikTok(keys).checkCallback?.(new URL(address))).toContain(advice)
})

test('behind a redirect proxy it is the address of the proxy that TikTok must take', async () => {
  const refusals = (redirectProxyUrl: string, url: string) => {
    const errors: string[] = []
    Auth({
      providers: [TikTok(keys)],
      secret: 'Qm7xTr2vKp9sWd4fHj6nBc8zLg3yVe5a',
      url,
      redirectProxyUrl,
      runtime: { env: { NODE_ENV: 'production' } },
      logger: { error: ({ message }) => void errors.push(message) },
    })
    return errors.join()
  }
  expect(refusals('https://app.test/api/auth', 'https://localhost:3000')).toBe('')
  expect(refusals('https://localhost:3000/api/auth', 'https://app.test')).toContain(
    'TikTok will refuse https://localhost:3000/api/auth/callback/tiktok',
  )
})

test.each([
  ['http://localhost:3000', {}, 1],
  ['http://localhost:3000', { kit: 'desktop' as const }, 0],
  ['https://app.test', {}, 0],
])(
  'in development at %s with %o, the log says at the start whether TikTok would refuse',
  (url, options, times) => {
    const warnings: string[] = []
    const logger = { warn: (message: string) => void warnings.push(message) }
    Auth({
      providers: [TikTok({ ...keys, ...options })],
      secret,
      url,
      runtime: { env: { NODE_ENV: 'test' } },
      logger,
    })
    expect(warnings).toHaveLength(times)
    for (const warning of warnings) expect(warning).toContain('npx porticojs emulate')
  },
)

test.each([
  [{ fields: ['follower_count', 'followers'] }, 'TikTok has no field "followers"', 'video_count'],
  [{ fields: ['toString'] }, 'TikTok has no field "toString"', 'video_count'],
  [{ fields: 'username' }, '`fields` is no list', 'video_count'],
  [{ fields: null }, '`fields` is no list', 'video_count'],
  [{ kit: 'mobile' }, 'TikTok has no kit "mobile"', 'desktop'],
])(
  'without TypeScript, %o is refused with the words that exist',
  async (options, found, advice) => {
    const errors: string[] = []
    const auth = Auth({
      providers: [TikTok({ ...keys, ...(options as object) })],
      secret,
      url: 'https://app.test',
      runtime: { env: { NODE_ENV: 'test' } },
      logger: { error: ({ message, hint }) => void errors.push(`${message} ${hint}`) },
    })
    expect((await auth.handler(new Request('https://app.test/api/auth/signin'))).status).toBe(500)
    expect(errors.join()).toContain(found)
    expect(errors.join()).toContain(advice)
  },
)

test('TikTok called with nothing to speak of is TikTok, whose keys are missing', async () => {
  const production = { secret: strong, runtime: { env: { NODE_ENV: 'production' } } }
  const { auth, log } = await tiktok({}, { providers: [TikTok(null as never)], ...production })
  expect((await auth.handler(new Request('https://app.test/api/auth/signin'))).status).toBe(500)
  expect(log.errors).toMatchObject([{ code: 'Configuration', field: 'providers.tiktok.clientId' }])
})

test('in development the person is told before they are sent away', async () => {
  const { auth } = await tiktok({}, { url: 'http://localhost:3000' })
  const response = await auth.handler(
    new Request('http://localhost:3000/api/auth/signin/tiktok', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
  )
  expect(response.status).toBe(500)
  expect(await response.text()).toMatch(/npx porticojs emulate/)
})
