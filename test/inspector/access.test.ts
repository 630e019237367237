import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { random } from '../../src/crypto/random.ts'
import { emulator } from '../../src/emulator/index.ts'
import { Auth, type AuthConfig } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { createBrowser } from '../../src/testing.ts'
import { inspectorCookie } from './key.ts'

const origin = 'http://localhost:3000'
const page = `${origin}/api/auth/inspect`

async function application(config: Partial<AuthConfig> = {}) {
  const { fetch, approve } = await emulator()
  const clientId = 'sbawpractice000001'
  const clientSecret = 'practice-secret-of-the-sandbox-01'
  const said: string[] = []
  const auth = Auth({
    providers: [TikTok({ clientId, clientSecret, kit: 'desktop' })],
    secret: random(32),
    url: origin,
    logger: { warn: (line) => void said.push(line), error() {} },
    ...config,
    runtime: { fetch, env: { NODE_ENV: 'development' }, ...config.runtime },
  })
  const browser = createBrowser({ origin, app: auth.handler, atPlatform: approve })
  const cookie = await inspectorCookie(auth, said, origin)
  const ask = (request: Request, options = {}) => {
    request.headers.set('cookie', cookie)
    return auth.handler(request, options)
  }
  return { auth, browser, ask }
}

const visit = (url = page, headers: Record<string, string> = {}) => new Request(url, { headers })

test('the inspector is there while somebody develops, by NODE_ENV or by the framework', async () => {
  for (const runtime of [{ env: { NODE_ENV: 'development' } }, { env: {}, dev: true }]) {
    const { ask } = await application({ runtime })
    const response = await ask(visit())
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Portico inspector')
  }
})

test('the path is 404 in production, in a test and where nobody says', async () => {
  const surroundings = [
    { env: { NODE_ENV: 'production' } },
    { env: { NODE_ENV: 'test' } },
    { env: {} },
    { env: { NODE_ENV: 'development' }, dev: false },
  ]
  for (const runtime of surroundings) {
    const { ask, browser } = await application({ runtime })
    await browser.signIn('tiktok', { as: 'ada' })
    expect((await ask(visit())).status).toBe(404)
  }
})

test('a visitor from elsewhere gets 403, even with the key', async () => {
  const { ask } = await application()
  const strangers = [
    visit('http://app.example/api/auth/inspect'),
    visit(page, { host: 'rebound.example' }),
    visit(page, { 'x-forwarded-host': 'tunnel.example' }),
    visit(page, { 'x-forwarded-for': '203.0.113.7' }),
    visit(page, { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }),
    visit(page, { 'cf-connecting-ip': '203.0.113.7' }),
    visit(page, { forwarded: 'for=203.0.113.7' }),
  ]
  for (const request of strangers) {
    const response = await ask(request)
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('Sign-ins')
  }
  expect((await ask(visit(), { address: '192.168.1.20' })).status).toBe(403)
  expect((await ask(visit(), { address: '::ffff:127.0.0.1' })).status).toBe(200)
  // As development servers put it.
  const proxied = { 'x-forwarded-host': 'localhost:3000', 'x-forwarded-for': '::1' }
  expect((await ask(visit(page, proxied))).status).toBe(200)
})

test('another site cannot start anything, and no other page can show it in a frame', async () => {
  const { ask } = await application()
  const body = new URLSearchParams({ provider: 'tiktok' })
  const post = (headers: Record<string, string>) =>
    ask(new Request(`${page}/again`, { method: 'POST', headers, body }))
  expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  const own = await post({ 'sec-fetch-site': 'same-origin', origin })
  expect([own.status, own.headers.get('location')]).toEqual([307, '/api/auth/signin/tiktok'])
  const policy = (await ask(visit())).headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('a script learns of the next change when it happens', async () => {
  const { ask, browser } = await application()
  const [, since = ''] = /data-version="(\d+)"/.exec(await (await ask(visit())).text()) ?? []
  const waiting = ask(visit(`${page}/changes?since=${since}`))
  await browser.start('tiktok')
  const { version } = await (await waiting).json()
  expect(version).toBeGreaterThan(Number(since))
})

test('a start from server code is told too, and a request that waits disturbs nobody', async () => {
  const { auth, ask, browser } = await application()
  await ask(visit())
  const { url } = await auth.signIn(visit(origin), 'tiktok')
  expect(await (await ask(visit())).text()).toContain('At TikTok')
  expect(new URL(url).host).toBe('www.tiktok.com')
  await Promise.all([
    browser.signIn('tiktok', { as: 'ada' }),
    browser.clone().signIn('tiktok', { as: 'layla' }),
  ])
  const list = await (await ask(visit())).text()
  expect(list.match(/Signed in/g)).toHaveLength(2)
})

test('a sign-in can be taken along as a test: the same way, the same end', async () => {
  const { ask, browser } = await application()
  await browser.signIn('tiktok', { deny: true })
  const [, path = ''] =
    /href="(\/api\/auth\/inspect\/[\w-]{16})"/.exec(await (await ask(visit())).text()) ?? []
  const shown = await (await ask(visit(origin + path))).text()
  const [, source = ''] = /<pre id="test-source">([^<]*)</.exec(shown) ?? []
  const code = source.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
  expect(code).toContain('test("TikTok: the sign-in ends with AccessDenied", async () => {')
  expect(code).toContain("const response = await browser.signIn('tiktok')")
  expect(code).toContain("expect(page.searchParams.get('error')).toBe('AccessDenied')")
  expect(() => stripTypeScriptTypes(code)).not.toThrow()
})

test('the log of `debug` tells the same steps in words, and no value', async () => {
  const lines: string[] = []
  const logger = { warn() {}, error() {}, debug: (line: string) => void lines.push(line) }
  const { browser } = await application({
    debug: true,
    logger,
    runtime: { env: { NODE_ENV: 'test' } },
  })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(lines).toEqual([
    `tiktok: sent to https://www.tiktok.com/v2/auth/authorize/ for user.info.basic, back to ${origin}/api/auth/callback/tiktok`,
    'tiktok: came back with code, scopes, state',
    expect.stringMatching(
      /^tiktok: tokens access_token, .*; scope user\.info\.basic; profile data, error$/,
    ),
    expect.stringMatching(/^tiktok: known user tiktok:/),
  ])
})
