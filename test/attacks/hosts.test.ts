import { describe, expect, test } from 'vitest'
import { origin, setup } from '../setup.ts'
import { base, outside, plain, stage } from './stage.ts'

/** What a request may claim about where it was sent. */
const claims: Record<string, Record<string, string>> = {
  'X-Forwarded-Host': { 'x-forwarded-host': 'evil.test' },
  'X-Forwarded-Proto': { 'x-forwarded-proto': 'http' },
  'both of them': { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
  Forwarded: { forwarded: 'host=evil.test;proto=http' },
  'X-Original-Host': { 'x-original-host': 'evil.test', 'x-host': 'evil.test' },
  Host: { host: 'evil.test' },
  'X-Original-URL': { 'x-original-url': '/api/auth/signout', 'x-rewrite-url': '/api/auth/signout' },
  'X-HTTP-Method-Override': { 'x-http-method-override': 'POST', 'x-middleware-subrequest': '1' },
}

describe.each(Object.entries(claims))(
  'a request that claims by %s to be elsewhere',
  (_, headers) => {
    test('is sent on with the configured callback address', async () => {
      const { browser } = await stage()
      const response = await browser.submit(`${base}/signin/plain`, {}, headers)
      const sent = new URL(response.headers.get('location') ?? '').searchParams
      expect(sent.get('redirect_uri')).toBe(`${base}/callback/plain`)
    })

    test('gets protected cookies all the same', async () => {
      const { browser } = await stage()
      const response = await browser.visit(`${base}/csrf`, headers)
      expect(response.headers.getSetCookie().join()).toMatch(/^__Host-portico\.csrf=.*; Secure;/)
    })

    test('reads the configured callback address at /providers', async () => {
      const { browser } = await stage()
      const { plain: shown } = await (await browser.visit(`${base}/providers`, headers)).json()
      expect(shown.callbackUrl).toBe(`${base}/callback/plain`)
    })
  },
)

describe('behind a proxy that is trusted', () => {
  const trusting = { url: '', trustHost: true }

  test('its word counts', async () => {
    const { browser } = await stage(trusting)
    const shown = await browser.visit(`${base}/providers`, {
      'x-forwarded-host': 'shop.test',
      'x-forwarded-proto': 'https',
    })
    expect((await shown.json()).plain.callbackUrl).toBe('https://shop.test/api/auth/callback/plain')
  })

  test('an IPv6 address is a host too', async () => {
    const { browser } = await stage(trusting)
    const headers = { 'x-forwarded-host': '[2001:DB8::1]:8443', 'x-forwarded-proto': 'https' }
    const shown = await browser.visit(`${base}/providers`, headers)
    expect((await shown.json()).plain.callbackUrl).toBe(
      'https://[2001:db8::1]:8443/api/auth/callback/plain',
    )
  })

  test('its word counts in capitals, too', async () => {
    const { browser } = await stage(trusting)
    const headers = { 'x-forwarded-host': 'SHOP.test:443', 'x-forwarded-proto': 'HTTPS' }
    const shown = await browser.visit('http://10.0.0.5:3000/api/auth/providers', headers)
    expect((await shown.json()).plain.callbackUrl).toBe('https://shop.test/api/auth/callback/plain')
  })

  test('of several values the last counts, which the proxy wrote; anybody may have sent the others', async () => {
    const { browser } = await stage(trusting)
    const shown = await browser.visit(`${base}/providers`, {
      'x-forwarded-host': 'evil.test, shop.test',
      'x-forwarded-proto': 'http, https',
    })
    expect((await shown.json()).plain.callbackUrl).toBe('https://shop.test/api/auth/callback/plain')
  })

  test.each([
    'evil.test/path',
    'user@evil.test',
    'evil.test:99999',
    '256.256.256.256',
    'a b',
    'evil.test#',
    '[::1',
    '%',
    '\u00e9vil.test',
  ])(
    'a host that is none (%s) is ignored, and the address stays the configured one',
    async (host) => {
      const { browser, auth } = await stage(trusting)
      const shown = await browser.visit(`${base}/providers`, { 'x-forwarded-host': host })
      expect(shown.status).toBe(200)
      expect((await shown.json()).plain.callbackUrl).toBe(`${base}/callback/plain`)
      const headers = { 'x-forwarded-host': host, cookie: '__Host-portico.session=x' }
      expect(await auth.session(new Request(origin, { headers }))).toBeNull()
    },
  )

  test.each(['javascript', 'https:', 'ftp', 'https\\', 'wss'])(
    'a protocol that is none (%s) is ignored, and the address stays the configured one',
    async (protocol) => {
      const { browser } = await stage(trusting)
      const shown = await browser.visit(`${base}/providers`, { 'x-forwarded-proto': protocol })
      expect((await shown.json()).plain.callbackUrl).toBe(`${base}/callback/plain`)
    },
  )
})

describe('a subdomain that is not trusted', () => {
  /** A cookie that any subdomain may set, with one of ours hidden in its value. */
  const smuggled = (name: string, value: string) => `theme=dark ${name}=${value}`

  test('gets null for a session inside the value of its own cookie', async () => {
    const { open, auth } = await stage()
    const attacker = open()
    await attacker.signIn('plain', { as: 'eve' })
    const [[name, value] = ['', '']] = [...attacker.cookies].filter(([key]) => /session$/.test(key))
    const asked = (cookie: string) => auth.session(new Request(origin, { headers: { cookie } }))
    expect(await asked(`${name}=${value}`)).toMatchObject({ user: { name: 'Eve' } })
    expect(await asked(smuggled(name, value))).toBeNull()
    expect(await asked(`a=b; ${smuggled(name, value)}; c=d`)).toBeNull()
  })

  test('finds flow and csrf cookies bound to the host, even where the session is shared', async () => {
    const { browser } = await stage({ cookies: { domain: 'app.test' } })
    const response = await browser.submit(`${base}/signin/plain`)
    const lines = response.headers.getSetCookie()
    expect(lines.join()).toContain('__Host-portico.flow.')
    expect(lines.join()).not.toContain('Domain')
    const csrf = (await browser.visit(`${base}/csrf`)).headers.getSetCookie()
    expect(csrf.join()).toMatch(/^__Host-/)
  })

  test('shares the session where that is wanted, and nothing else', async () => {
    const sharing = { providers: [plain], cookies: { domain: 'app.test' } }
    const { browser } = await setup(sharing, await outside())
    const response = await browser.signIn('plain', { as: 'ada' })
    const lines = response.headers.getSetCookie().filter((line) => !line.includes('Max-Age=0'))
    const shared = lines.filter((line) => line.includes('Domain=app.test'))
    expect(shared).toHaveLength(1)
    expect(shared[0]).toMatch(/^__Secure-portico\.app\.test\.session=/)
    expect(lines.filter((line) => !shared.includes(line)).every((l) => /^__Host-/.test(l))).toBe(
      true,
    )
    expect((await browser.session())?.user.name).toBe('Ada Lovelace')
    await browser.signOut()
    expect(await browser.session()).toBeNull()
  })
})

describe('a session whose domain was another one before', () => {
  async function signedInAt(domain: string) {
    const sharing = { providers: [plain], cookies: { domain } }
    const { auth, browser } = await setup(sharing, await outside())
    await browser.signIn('plain', { as: 'ada' })
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    return { auth, cookie }
  }

  // A browser keeps both, and sends both.
  test('a cookie of the old one keeps nobody out', async () => {
    const [before, now] = [await signedInAt('app.test'), await signedInAt('test')]
    const headers = { cookie: `${before.cookie}; ${now.cookie}` }
    expect(await now.auth.session({ headers })).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(await now.auth.session({ headers: { cookie: before.cookie } })).toBeNull()
  })

  test('it may be written with a dot, as browsers write it', async () => {
    const [one, other] = [await signedInAt('app.test'), await signedInAt('.App.test')]
    expect(await one.auth.session({ headers: { cookie: other.cookie } })).not.toBeNull()
  })
})

test('https cookies carry every protection', async () => {
  const { browser } = await stage()
  const started = await browser.submit(`${base}/signin/plain`)
  const finished = await browser.signIn('plain', { as: 'ada' })
  const lines = [...started.headers.getSetCookie(), ...finished.headers.getSetCookie()]
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    expect(line).toMatch(/^__Host-portico\.[\w.-]+=/)
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(line).toContain(part)
  }
})

test('a neighbour path gets 404', async () => {
  const { browser } = await stage({ providers: [plain] })
  for (const path of ['/api/authority/session', '/api/auth', '/api/AUTH/session', '/session']) {
    expect((await browser.visit(path)).status).toBe(404)
  }
})
