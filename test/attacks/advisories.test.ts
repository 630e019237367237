import { describe, expect, test } from 'vitest'
import { origin } from '../setup.ts'
import { base, idp, program, sessionsIn, stage } from './stage.ts'

const sessionCookie = '__Host-portico.session'

// CVE-2023-48309: what was sealed for one purpose passed for another.
test.each(['cookie', 'database'] as const)(
  'a cookie of an unfinished sign-in gets null as a session (%s)',
  async (strategy) => {
    const { auth, browser } = await stage({ session: { strategy } })
    await browser.start('idp')
    await browser.visit('/api/auth/csrf')
    const values = [...browser.cookies.values()]
    expect(values).toHaveLength(2)
    for (const value of values) {
      const headers = { cookie: `${sessionCookie}=${value}` }
      expect(await auth.session(new Request(origin, { headers }))).toBeNull()
      const answer = await auth.handler(new Request(`${base}/session`, { headers }))
      expect(await answer.json()).toBeNull()
    }
  },
)

// GHSA-x732-6j76-qmhm: limits and switches looked at one spelling of a path, the router at another.
// CVE-2026-34076: a doubled slash became the host of an outgoing request.
test.each([
  '/api/auth//signin/idp',
  '/api/auth/signin//idp',
  '//api/auth/signin/idp',
  '/api//auth/signin/idp',
  '/api/auth/signin/%2f%2fevil.test',
  '/api/auth//evil.test/signin/idp',
  '/api/auth/signin%2fidp',
  '/api/auth/SIGNIN/idp',
  '/api/auth/signin/idp/',
])('a path has one spelling, and no path is an address: %s', async (path) => {
  const { auth, world } = await stage()
  const headers = { origin, ...program }
  const request = new Request(origin + path, { method: 'POST', headers })
  const response = await auth.handler(request)
  const isOurs = path.endsWith('idp/')
  expect(response.status).toBe(isOurs ? 200 : 404)
  expect(world.received.map(({ url }) => new URL(url).hostname)).toEqual(isOurs ? ['idp.test'] : [])
})

// CVE-2025-29927, CVE-2024-22206, CVE-2026-41248: a header, or one of several helpers, took the place of the check.
describe('a session comes from the cookie only', () => {
  const claims = (value: string) => ({
    authorization: `Bearer ${value}`,
    'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
    'x-middleware-next': '1',
    'x-clerk-auth-status': 'signed-in',
    'x-clerk-auth-token': value,
    'x-session-token': value,
    'x-user-id': 'ada',
  })

  test.each(['cookie', 'database'] as const)(
    'headers and parameters with its value get null and 401 (%s)',
    async (strategy) => {
      const { auth, browser } = await stage({ session: { strategy } })
      await browser.signIn('idp')
      const value = browser.cookies.get(sessionCookie) ?? ''
      expect(value).not.toBe('')
      const headers = { ...program, ...claims(value) }
      const ask = (path: string) => auth.handler(new Request(base + path, { headers }))
      expect(await auth.session(new Request(origin, { headers }))).toBeNull()
      expect(await (await ask('/session')).json()).toBeNull()
      expect((await ask('/account')).status).toBe(401)
      expect((await ask(`/account?token=${value}&session=${value}`)).status).toBe(401)
    },
  )

  test.each(['cookie', 'database'] as const)('all who ask hear the same (%s)', async (strategy) => {
    const { auth, browser } = await stage({ session: { strategy } })
    await browser.signIn('idp')
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const request = () => new Request(`${base}/session`, { headers: { cookie } })
    const heard = JSON.parse(JSON.stringify(await auth.session(request())))
    expect(heard.user).toBeTruthy()
    expect(await (await auth.handler(request())).json()).toEqual(heard)
  })
})

// CVE-2026-31813: the token said which issuer was to be believed.
test('a platform that finishes at the callback of another gets 400, and nobody is asked', async () => {
  const { auth, browser, world } = await stage()
  const url = await browser.start('evil')
  const back = new URL(String(await world.approve(url)))
  back.pathname = '/api/auth/callback/idp'
  const asked = world.received.length
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const response = await auth.handler(new Request(back, { headers: { cookie, ...program } }))
  expect(response.status).toBe(400)
  expect(sessionsIn(response)).toEqual([])
  expect(world.received).toHaveLength(asked)
})

// Audience injection (draft-ietf-oauth-security-topics-update): an assertion that several servers would take.
test('an assertion is for one server, for a short time, and for once', async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  )
  const { clientSecret: _, ...keyless } = idp
  const provider = {
    ...keyless,
    client: { token_endpoint_auth_method: 'private_key_jwt' },
    token: { clientPrivateKey: privateKey },
  }
  const { browser, open, world } = await stage({ providers: [provider] })
  // The platform does not know the key; what it was sent is what counts here.
  await browser.signIn('idp')
  await open().signIn('idp')
  const claims = world.received
    .filter(({ endpoint }) => endpoint === 'token')
    .map(({ body }) => String(Object(body).client_assertion).split('.')[1] ?? '')
    .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()))
  expect(claims).toHaveLength(2)
  for (const { aud, exp, iat } of claims) {
    expect(aud).toBe('https://idp.test')
    expect(exp - iat).toBeLessThanOrEqual(300)
  }
  expect(new Set(claims.map(({ jti }) => jti)).size).toBe(2)
})
