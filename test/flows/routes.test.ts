import { describe, expect, test } from 'vitest'
import { base, expectOwnPlace, plain, program, stage } from '../attacks/stage.ts'
import { origin } from '../setup.ts'

/** Every path of the OAuth flow, with what it allows: HEAD wherever a GET changes nothing. */
const paths: Record<string, string> = {
  '/signin': 'GET, HEAD',
  '/signin/plain': 'GET, POST',
  '/callback/plain': 'GET, POST',
  '/signout': 'GET, HEAD, POST',
  '/session': 'GET, HEAD, POST',
  '/csrf': 'GET, HEAD',
  '/providers': 'GET, HEAD',
  '/error': 'GET, HEAD',
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'get',
  'QUERY',
]

/** A request of any method, even of those that `Request` refuses to be made with. */
function requestOf(path: string, method: string, headers: Record<string, string> = {}): Request {
  const request = new Request(base + path, { headers: { origin, ...headers } })
  return Object.defineProperty(request, 'method', { value: method })
}

describe.each(Object.entries(paths))('%s', (path, allow) => {
  const wrong = methods.filter((method) => !allow.split(', ').includes(method))

  test.each(wrong)('answers %s with 405 and what is allowed, and does nothing', async (method) => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const cookie = [...at.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const before = [...at.writes]
    for (const accept of ['text/html', 'application/json']) {
      const response = await at.auth.handler(requestOf(path, method, { cookie, accept }))
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('cache-control')).toContain('no-store')
    }
    expect(at.writes).toEqual(before)
    expect(await at.browser.session()).not.toBeNull()
  })

  test('a method in a header or a field is ignored, and the visitor stays signed in', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const before = [...at.writes]
    for (const query of ['?_method=POST', '?_method=DELETE', '?method=POST']) {
      const headers = { 'x-http-method-override': 'POST', 'sec-fetch-site': 'same-origin', origin }
      const response = await at.browser.visit(base + path + query, headers)
      expect(response.headers.getSetCookie().join()).not.toMatch(/\.(flow|session)/)
      expectOwnPlace(response)
    }
    expect(at.writes).toEqual(before)
    expect(await at.browser.session()).not.toBeNull()
  })
})

describe('paths', () => {
  test.each([
    '/nowhere',
    '/',
    '',
    '//signin',
    '/signin/plain/more',
    '/signin/unknown',
    '/callback/unknown',
    '/callback',
    '/signin//',
    '/session/plain',
    '/__proto__',
    '/constructor',
    '/toString/plain',
    '/signin/__proto__',
    '/%73ession',
    '/session%00',
    '/Session',
    '/session;a=b',
    '/callback/plain%2f..%2fidp',
  ])('%s is 404, for people and programs', async (path) => {
    const { browser, writes } = await stage()
    for (const headers of [{}, program]) {
      const response = await browser.visit(base + path, headers)
      expect(response.status).toBe(404)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(writes).toEqual([])
  })

  test('a slash more is forgiven', async () => {
    const { browser } = await stage()
    expect((await browser.visit(`${base}/providers/`)).status).toBe(200)
  })

  test('the base path can be elsewhere', async () => {
    const { auth } = await stage({ basePath: '/login' })
    const status = async (path: string) => (await auth.handler(new Request(origin + path))).status
    expect(await status('/login/providers')).toBe(200)
    expect(await status('/api/auth/providers')).toBe(404)
  })
})

describe('people get pages, programs get JSON', () => {
  const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const asProgram = [program, { accept: '*/*', 'x-auth-return-redirect': '1' }]

  test('at the start of a sign-in', async () => {
    const { browser } = await stage()
    const page = await browser.submit(`${base}/signin/plain`, {}, asPage)
    expect(page.status).toBe(303)
    for (const headers of asProgram) {
      const response = await browser.submit(`${base}/signin/plain`, {}, headers)
      expect(response.status).toBe(200)
      expect((await response.json()).url).toMatch(/^https:\/\/plain\.test\/authorize\?/)
    }
  })

  test('at the end of one', async () => {
    const { browser, world } = await stage()
    const back = String(await world.approve(await browser.start('plain'), { as: 'ada' }))
    const response = await browser.visit(back, program)
    expect(await response.json()).toEqual({ url: `${origin}/` })
    expect(await browser.session()).not.toBeNull()
  })

  test('on a failure', async () => {
    const { browser } = await stage()
    const path = `${base}/callback/plain?code=x&state=y`
    const page = await browser.visit(path, asPage)
    expect(page.status).toBe(303)
    expect(page.headers.get('location')).toBe(`${base}/signin?error=FlowMissing`)
    for (const headers of asProgram) {
      const response = await browser.visit(path, headers)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: 'FlowMissing',
        url: `${base}/signin?error=FlowMissing`,
      })
    }
  })

  test('at the sign-out', async () => {
    const { browser } = await stage()
    expect((await browser.submit(`${base}/signout`, {}, asPage)).status).toBe(303)
    const response = await browser.submit(`${base}/signout`, { callbackUrl: '/bye' }, program)
    expect(await response.json()).toEqual({ url: `${origin}/bye` })
  })

  test('GET /providers is the AppProvider map and nothing more', async () => {
    const { browser } = await stage({ providers: [plain] })
    expect(await (await browser.visit(`${base}/providers`)).json()).toEqual({
      plain: {
        id: 'plain',
        name: 'Plain',
        type: 'oauth',
        signinUrl: `${base}/signin/plain`,
        callbackUrl: `${base}/callback/plain`,
      },
    })
  })

  test('GET /error is a page about any code, and a calm one about none', async () => {
    const { browser } = await stage()
    for (const code of ['AccessDenied', 'nonsense', '', '__proto__', 'constructor']) {
      const page = await browser.visit(`${base}/error?error=${code}`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(
        code === 'AccessDenied' ? 'You couldn’t be signed in' : 'Something went wrong',
      )
    }
  })
})

test('in production the visitor learns the code and which platform failed, and nothing else', async () => {
  const secret = 'b7Qx2LmZ0sVt9RkYw4HdNf6GcJp1Ua8E'
  const runtime = { env: { NODE_ENV: 'production' } }
  const { browser, world: outside } = await stage({ secret, runtime })
  outside.next({ endpoint: 'token', platform: 'plain', answer: 'invalid_client' })
  const failed = await browser.signIn('plain', { as: 'ada' })
  const page = await (await browser.visit(failed.headers.get('location') ?? '')).text()
  expect(page).toContain('<strong>Plain couldn’t sign you in</strong>')
  expect(page).not.toContain('invalid_client')
  expect(page).not.toContain('<details class="dev">')
  const asked = await browser.visit(`${base}/callback/plain?code=x&state=y`, program)
  expect(Object.keys(await asked.json()).sort()).toEqual(['error', 'message', 'url'])
})

test('in development the developer is told what the platform said', async () => {
  const { browser, world } = await stage()
  world.next({ endpoint: 'token', platform: 'plain', answer: 'invalid_client' })
  const back = String(await world.approve(await browser.start('plain'), { as: 'ada' }))
  const response = await browser.visit(back, program)
  expect(await response.json()).toMatchObject({
    developer: { code: 'PlatformError', message: expect.stringContaining('invalid_client') },
  })
})

test('every answer about identity is kept by no cache', async () => {
  const { browser, world } = await stage()
  const back = String(await world.approve(await browser.start('plain'), { as: 'ada' }))
  const answers = [
    await browser.submit(`${base}/signin/plain`),
    await browser.visit(back),
    await browser.visit(back),
    await browser.visit(`${base}/session`),
    await browser.visit(`${base}/csrf`),
    await browser.visit(`${base}/signin`),
    await browser.visit(`${base}/signout`),
    await browser.visit(`${base}/providers`),
    await browser.visit(`${base}/error`),
    await browser.visit(`${base}/nowhere`),
    await browser.visit(`${base}/nowhere`, program),
    await browser.submit(`${base}/session`),
    await browser.signOut(),
    await browser.visit(`${base}/session`),
  ]
  for (const answer of answers) expect(answer.headers.get('cache-control')).toContain('no-store')
})

test('HEAD gets the status and type of a page, without the page', async () => {
  const { auth } = await stage()
  for (const path of ['/signin', '/signout', '/session', '/csrf', '/providers', '/error']) {
    const [page, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => auth.handler(requestOf(path, method))),
    )
    expect(head?.status).toBe(page?.status)
    expect(head?.headers.get('content-type')).toBe(page?.headers.get('content-type'))
    expect(await head?.text()).toBe('')
  }
})

test('with debug, the log tells every step of a sign-in and no secret', async () => {
  const lines: string[] = []
  const logger = { debug: (line: string) => void lines.push(line) }
  const { browser, world } = await stage({ debug: true, logger })
  const url = await browser.start('plain')
  const back = String(await world.approve(url, { as: 'ada' }))
  await browser.visit(back)
  expect(lines).toEqual([
    expect.stringContaining(`plain: sent to ${url.split('?', 1)}`),
    expect.stringContaining('plain: came back with code, state'),
    expect.stringContaining('plain: tokens access_token'),
    expect.stringMatching(/^plain: (new|known) user /),
  ])
  const sent = (endpoint: string) => world.received.find((one) => one.endpoint === endpoint)
  const { state, code_challenge } = Object.fromEntries(new URL(url).searchParams)
  const { code, code_verifier } = Object(sent('token')?.body)
  const [, access_token] = sent('userinfo')?.headers.authorization?.split(' ') ?? []
  const secrets = { state, code_challenge, code, code_verifier, access_token }
  for (const [name, secret] of Object.entries({ ...secrets, client: plain.clientSecret })) {
    expect(secret, name).toMatch(/^.{10,}$/)
    expect(lines.join(), name).not.toContain(secret)
  }
})

test('a person signs in although the log cannot be written', async () => {
  const broken = () => {
    throw new Error('The disk is full')
  }
  const { browser, world } = await stage({ logger: { error: broken, warn: broken } })
  world.next({ endpoint: 'token', platform: 'plain', answer: 'invalid_client' })
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).toBeNull()
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
})

test('the pages speak the language of the application', async () => {
  const language = {
    lang: 'de',
    text: { signInWith: (name: string) => `Mit ${name} anmelden` },
    errors: { AccessDenied: { title: 'Abgelehnt', text: 'Es hat sich nichts geändert.' } },
  }
  const { browser } = await stage({ language, theme: { name: 'Verein' } })
  const page = await (await browser.visit(`${base}/signin?error=AccessDenied`)).text()
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('Mit Plain anmelden')
  expect(page).toContain('Es hat sich nichts geändert.')
  expect(page).toContain('Sign in to Verein')
})
