import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { base, closed, idp, type Stage, stage } from './stage.ts'

const form = 'application/x-www-form-urlencoded'

/** What a browser sends along with another site's form or script. */
const strangers: Record<string, Record<string, string>> = {
  'Sec-Fetch-Site: cross-site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  'Sec-Fetch-Site: same-site': { 'sec-fetch-site': 'same-site', origin: 'https://x.app.test' },
  'Sec-Fetch-Site alone': { 'sec-fetch-site': 'cross-site' },
  'Sec-Fetch-Site: none': { 'sec-fetch-site': 'none' },
  'Sec-Fetch-Site: nonsense': { 'sec-fetch-site': 'same-origin, cross-site' },
  'another Origin': { origin: 'https://evil.test' },
  'Origin: null': { origin: 'null' },
  'an Origin that begins like ours': { origin: 'https://app.test.evil.test' },
  'our Origin without protection': { origin: 'http://app.test' },
  'our Origin with a port': { origin: 'https://app.test:8443' },
  'our Referer only': { referer: `${origin}/api/auth/signin` },
  'nothing at all': {},
}

const changing = ['/signin/plain', '/signout', '/session', '/account']

/** Sends a POST as a browser that is signed in. */
function post(browser: TestBrowser, path: string, headers: Record<string, string>, body = '') {
  return browser.send(
    new Request(base + path, {
      method: 'POST',
      headers: { 'content-type': form, ...headers },
      body,
    }),
  )
}

describe.each(changing)('POST %s', (path) => {
  test.each(Object.entries(strangers))('by %s does nothing', async (_, headers) => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const response = await closed(at, () => post(at.browser, path, headers))
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie().join()).not.toContain('flow')
    expect((await at.browser.session())?.user.name).toBe('Ada Lovelace')
  })

  test.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'text/xml',
    'application/csp-report',
  ])('of type %s is not read', async (type) => {
    const at = await stage()
    const headers = { origin, 'content-type': type }
    const response = await closed(at, () => post(at.browser, path, headers, '{"data":1}'))
    expect(response.status).toBe(415)
  })

  test.each([
    ['a list', 'application/json', '[]'],
    ['null', 'application/json', 'null'],
    ['a number', 'application/json', '1'],
    ['broken JSON', 'application/json', '{"a":'],
    [
      'JSON of great depth',
      'application/json',
      `{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    ],
    ['JSON of some depth', 'application/json', `{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['too much', form, `data=${'a'.repeat(70_000)}`],
    ['a field twice', form, 'callbackUrl=/a&callbackUrl=//evil.test'],
  ])('with %s is refused, not survived', async (_, type, body) => {
    const at = await stage()
    const response = await at.browser.send(
      new Request(base + path, { method: 'POST', headers: { origin, 'content-type': type }, body }),
    )
    expect(response.status).toBe(body.length > 65_536 ? 413 : 400)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(at.writes).toEqual([])
    expect(at.log.errors).toEqual([])
  })
})

describe('the csrf token', () => {
  const program = async (browser: TestBrowser): Promise<string> =>
    (await (await browser.visit(`${base}/csrf`)).json()).csrfToken

  test('lets a program in that says nothing about itself', async () => {
    const { browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const csrfToken = await program(browser)
    const response = await post(browser, '/signout', {}, String(new URLSearchParams({ csrfToken })))
    expect(response.status).toBe(303)
    expect(await browser.session()).toBeNull()
  })

  test('gets 403 if another site sends it', async () => {
    const at = await stage()
    const body = String(new URLSearchParams({ csrfToken: await program(at.browser) }))
    const response = await post(at.browser, '/signout', { origin: 'https://evil.test' }, body)
    expect(response.status).toBe(403)
  })

  test.each([
    ['from another browser', async ({ open }: Stage) => program(open())],
    ['left empty', async () => ''],
    ['made up', async () => 'x'.repeat(32)],
  ])('gets 403 if it is %s', async (_, make) => {
    const at = await stage()
    await program(at.browser)
    const body = String(new URLSearchParams({ csrfToken: await make(at) }))
    expect((await post(at.browser, '/signout', {}, body)).status).toBe(403)
  })

  test.each(['token', '{"token":"token"}', 'eyJhbGciOiJub25lIn0..a.b.c'])(
    'gets 403 if somebody made it up with the cookie %s',
    async (cookie) => {
      const at = await stage()
      const headers = { cookie: `__Host-portico.csrf=${cookie}` }
      expect((await post(at.browser, '/signout', headers, 'csrfToken=token')).status).toBe(403)
    },
  )
})

describe('connecting an account from code', () => {
  const link = async (headers: Record<string, string>) => {
    const { browser, auth } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    return auth.link(new Request(`${origin}/connect`, { headers: { ...headers, cookie } }), 'idp')
  }

  test.each(['cross-site', 'same-site'])('answers CrossSite to a page that is %s', async (site) => {
    await expect(link({ 'sec-fetch-site': site })).rejects.toMatchObject({ code: 'CrossSite' })
  })

  test.each(['same-origin', 'none', ''])('is for the person themselves (%s)', async (site) => {
    const { url, cookies, headers } = await link(site ? { 'sec-fetch-site': site } : {})
    expect(new URL(url).origin).toBe('https://idp.test')
    expect(cookies.map(({ name }) => name)).toEqual([expect.stringContaining('.flow.')])
    expect(headers.getSetCookie()).toHaveLength(1)
    expect(headers.get('cache-control')).toBe('private, no-store')
  })
})

test.each(['__proto__', 'constructor', 'toString', { toString: 1, valueOf: 1 }, ['end'], null, 7])(
  'an action that is none (%j) is refused, not tried',
  async (action) => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const before = [...at.writes]
    for (const [body, status] of [
      [{ action }, 400],
      [{ action: 'end', id: action }, 404],
      [{ action: 'disconnect', provider: action }, 404],
    ] as const) {
      const headers = { origin, accept: 'application/json', 'content-type': 'application/json' }
      const request = new Request(`${base}/account`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect((await at.browser.send(request)).status).toBe(status)
    }
    expect(at.writes).toEqual(before)
    expect(at.log.errors).toEqual([])
    expect(await at.browser.session()).not.toBeNull()
  },
)

describe('GET changes nothing', () => {
  test.each([
    '/signout',
    '/signout?callbackUrl=/',
    '/signin/plain',
    '/session',
    '/csrf',
    '/providers',
  ])('%s leaves everybody signed in and nothing started', async (path) => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const response = await at.browser.visit(base + path, { 'sec-fetch-site': 'cross-site' })
    expect(response.headers.getSetCookie().join()).not.toMatch(/flow|session/)
    expect(await at.browser.session()).not.toBeNull()
  })
})

describe('form_post', () => {
  const apple = { ...idp, authorization: { params: { response_mode: 'form_post' } } }

  test('comes back by a cross-site POST, with the flow’s own cookie only', async () => {
    const at = await stage({ providers: [apple] })
    const page = await (await at.world.decide(await at.browser.start('idp'), { as: 'ada' })).text()
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [
        name,
        value.replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n)),
      ],
    )
    const callback = () =>
      new Request(`${base}/callback/idp`, {
        method: 'POST',
        headers: { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams(Object.fromEntries(fields)),
      })
    await closed(at, () => at.open().send(callback(), { crossSite: true }))
    const response = await at.browser.send(callback(), { crossSite: true })
    expect(response.headers.get('location')).toBe(`${origin}/`)
    expect(response.headers.get('location')).not.toContain('code')
    await closed(at, () => at.browser.send(callback(), { crossSite: true }))
  })

  test.each([
    { state: { toString: 1, valueOf: 1 } },
    { state: ['a'], code: {} },
    { code: 1, state: 2 },
    { error: { toString: 1 } },
    {},
  ])('a body that is no form: %j', async (body) => {
    const at = await stage({ providers: [apple] })
    await at.browser.start('idp')
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`${base}/callback/idp`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await closed(at, () => at.browser.send(request))
  })
})

describe('a page of another site', () => {
  const paths = ['/session', '/csrf', '/providers', '/signin', '/error', '/nowhere']

  test.each(paths)('GET %s has no CORS header', async (path) => {
    const { browser } = await stage()
    const response = await browser.visit(base + path, { origin: 'https://evil.test' })
    const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(allowed).toEqual([])
  })

  test.each(paths)('a preflight of %s is refused', async (path) => {
    const { browser } = await stage()
    const response = await browser.send(
      new Request(base + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
      }),
    )
    expect(response.ok).toBe(false)
    expect([...response.headers.keys()].join()).not.toContain('access-control')
  })
})
