import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type Handler, toNode } from '../../src/frameworks/node.ts'
import type { AuthConfig } from '../../src/index.ts'
import { AuthError } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, idp, outside, plain, stage } from '../attacks/stage.ts'
import { origin, setup } from '../setup.ts'

const cookieOf = (browser: TestBrowser) =>
  [...browser.cookies].map((pair) => pair.join('=')).join('; ')

/** The session as `toNode` answers it, on a server of its own. */
async function nativeSession(auth: Handler, headers: Headers): Promise<Record<string, unknown>> {
  // The answer needs no `Request`: the handler is not asked.
  const handler = () => Promise.reject(new Error('the handler was asked'))
  const server = createServer(toNode(Object.assign(auth, { handler }))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/session`, { headers })
  server.close()
  return Object(await response.json())
}

/** A browser that keeps what server code was told to set. */
function apply(cookies: readonly { name: string; value: string }[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

describe('code that has only headers', () => {
  test.each([
    ['a Request', (cookie: string) => new Request(`${origin}/page`, { headers: { cookie } })],
    ['Headers', (cookie: string) => new Headers({ cookie })],
    ['an object with Headers', (cookie: string) => ({ headers: new Headers({ cookie }) })],
    ['a node request', (cookie: string) => ({ headers: { cookie, accept: ['a', 'b'] } })],
  ])('asks who this is with %s', async (_, source) => {
    const { auth, browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const asked = source(cookieOf(browser))
    const session = await browser.session()
    expect(session).not.toBeNull()
    expect(await auth.session(asked)).toEqual(session)
    expect(await auth.requireSession(asked)).toEqual(session)
    expect((await auth.accounts.list(asked)).map(({ provider }) => provider)).toEqual(['plain'])
    expect(await auth.accessToken(asked, 'plain')).toMatch(/./)
    expect(await auth.session(source('a=b'))).toBeNull()
  })

  test('reads a host as https unless it is this machine', async () => {
    const world = await outside()
    const config = { providers: [plain], url: '', trustHost: true } as const
    const { auth, open } = await setup(config, world)
    const browser = open()
    await browser.signIn('plain', { as: 'ada' })
    const cookie = cookieOf(browser)
    expect(await auth.session(new Headers({ cookie, host: 'app.test' }))).not.toBeNull()
    expect(await auth.session(new Headers({ cookie, host: 'localhost:3000' }))).toBeNull()
    const forwarded = { cookie, host: 'inner', 'x-forwarded-proto': 'https' }
    expect(await auth.session(new Headers(forwarded))).not.toBeNull()
  })

  test('gives callbacks a request that is made of the headers', async () => {
    const seen: string[] = []
    const { auth, browser } = await stage({
      callbacks: {
        session: ({ session, request }) => {
          seen.push(`${request.method} ${request.url} ${request.headers.get('x-tenant')}`)
          return session
        },
      },
    })
    await browser.signIn('plain', { as: 'ada' })
    const headers = new Headers({ cookie: cookieOf(browser), 'x-tenant': 'acme' })
    await auth.session(headers)
    await auth.session({ headers: Object.fromEntries(headers), url: '/page?x=1' } as {
      headers: Record<string, string>
    })
    expect(seen).toEqual([`GET ${origin}/ acme`, `GET ${origin}/page?x=1 acme`])
  })
})

test('the session event is emitted for every read, whoever asks', async () => {
  const seen: string[] = []
  const { auth, browser } = await stage({
    events: { session: ({ session }) => void seen.push(session.user.name ?? '') },
  })
  await browser.signIn('plain', { as: 'ada' })
  const headers = new Headers({ cookie: cookieOf(browser) })
  await auth.session(headers)
  await browser.session()
  const native = await nativeSession(auth, headers)
  expect(native).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expect(seen).toEqual(Array(3).fill('Ada Lovelace'))
})

test('the native answer has what the session callback says', async () => {
  const callbacks: AuthConfig['callbacks'] = {
    session: ({ session }) => ({ ...session, role: 'admin' }),
  }
  const { auth, browser } = await stage({ callbacks })
  await browser.signIn('plain', { as: 'ada' })
  const headers = new Headers({ cookie: cookieOf(browser) })
  const native = await nativeSession(auth, headers)
  expect(native).toEqual(await browser.session())
  expect(native.role).toBe('admin')
})

describe('headers that the application passes', () => {
  test('get a renewed cookie with what keeps caches away, and keep what they had', async () => {
    const { auth, browser, world } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    world.clock.advance('2d')
    const response = new Headers({ vary: 'Accept-Language', 'cache-control': 'max-age=60' })
    await auth.session(new Headers({ cookie: cookieOf(browser) }), { response })
    expect(response.getSetCookie()).toHaveLength(1)
    expect(response.get('cache-control')).toBe('private, no-store')
    expect(response.get('vary')).toBe('Accept-Language, Cookie')
  })

  test('stay as they are when there is nothing to write', async () => {
    const { auth, browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const response = new Headers({ 'cache-control': 'max-age=60' })
    await auth.session(new Headers({ cookie: cookieOf(browser) }), { response })
    expect([...response]).toEqual([['cache-control', 'max-age=60']])
  })

  test('stay as they are when they end the session already', async () => {
    for (const strategy of ['cookie', 'database'] as const) {
      const { auth, browser, world } = await stage({ session: { strategy } })
      await browser.signIn('plain', { as: 'ada' })
      world.clock.advance('2d')
      const source = new Headers({ cookie: cookieOf(browser) })
      const { headers: response } = await auth.signOut(source)
      const before = response.getSetCookie()
      await auth.session(source, { response })
      expect(response.getSetCookie()).toEqual(before)
    }
  })
})

describe('server code', () => {
  test('starts a sign-in, and the browser that got the cookies comes back signed in', async () => {
    const { auth, world } = await stage()
    const started = await auth.signIn(new Headers(), 'idp', {
      callbackUrl: '/home',
      params: { prompt: 'login', state: 'mine', redirect_uri: 'https://evil.test' },
    })
    const url = new URL(started.url)
    expect(url.searchParams.get('prompt')).toBe('login')
    expect(url.searchParams.get('state')).not.toBe('mine')
    expect(url.searchParams.get('redirect_uri')).toBe(`${base}/callback/idp`)
    expect(started.cookies).toMatchObject([
      { options: { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } },
    ])
    const back = await world.approve(started.url, { as: 'ada' })
    const headers = { cookie: apply(started.cookies) }
    const arrived = await auth.handler(new Request(String(back), { headers }))
    expect(arrived.headers.get('location')).toBe(`${origin}/home`)
  })

  test('may pass parameters that a form may not change', async () => {
    const provider = {
      ...idp,
      authorization: { url: 'https://idp.test/authorize', params: { prompt: 'consent' } },
    }
    const { auth, browser } = await stage({ providers: [provider] })
    const form = await browser.start('idp', { prompt: 'none' })
    expect(new URL(form).searchParams.get('prompt')).toBe('consent')
    const { url } = await auth.signIn(new Headers(), 'idp', { params: { prompt: 'login' } })
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
  })

  test('without a provider is led to the sign-in page', async () => {
    const { auth } = await stage()
    const { url, cookies } = await auth.signIn(new Headers(), undefined, { callbackUrl: '/x' })
    expect([url, cookies]).toEqual([`${base}/signin?callbackUrl=%2Fx`, []])
  })

  test('is led to the sign-in page by a passkey, which only a script can use', async () => {
    const { auth } = await stage({ providers: [Passkey] })
    for (const accept of ['application/json', 'text/html']) {
      const source = new Request(`${origin}/page`, { headers: { accept } })
      const { url } = await auth.signIn(source, 'passkey', { callbackUrl: '/there' })
      expect(new URL(url).pathname, accept).toBe('/api/auth/signin')
      expect(new URL(url).searchParams.get('callbackUrl'), accept).toMatch(/\/there$/)
    }
  })

  test('signs in with credentials at once, and is told when they are wrong', async () => {
    const byName = Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => (name === 'ada' ? { id: 'ada', name: 'Ada' } : null),
    })
    const { auth } = await stage({ providers: [byName] })
    const { url, cookies } = await auth.signIn(new Headers(), 'credentials', {
      fields: { name: 'ada' },
      callbackUrl: '/home',
    })
    expect(url).toBe(`${origin}/home`)
    const session = await auth.session(new Headers({ cookie: apply(cookies) }))
    expect(session).toMatchObject({ user: { name: 'Ada' }, amr: ['pwd'] })
    const wrong = auth.signIn(new Headers(), 'credentials', { fields: { name: 'eve' } })
    await expect(wrong).rejects.toMatchObject({
      code: 'CredentialsSignin',
      url: expect.stringContaining('/api/auth/signin?error=CredentialsSignin'),
    })
  })

  test('sends a mail', async () => {
    const sent: string[] = []
    const mail = Email({ sendVerificationRequest: ({ identifier }) => void sent.push(identifier) })
    const { auth } = await stage({ providers: [mail] })
    const fields = { email: 'Ada@Example.com' }
    const { url } = await auth.signIn(new Headers(), 'email', { fields })
    expect(url).toContain('/api/auth/verify-request?')
    expect(sent).toEqual(['ada@example.com'])
  })

  test('guards a page: the error says where to send whom', async () => {
    const { auth } = await stage()
    const page = new Request(`${origin}/secret?x=1`)
    const thrown = await auth.requireSession(page).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(AuthError)
    expect(thrown).toMatchObject({ code: 'SessionRequired', status: 401 })
    const url = new URL((thrown as AuthError).url ?? '')
    expect(url.pathname).toBe('/api/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe(`${origin}/secret?x=1`)
  })

  test('signs out, with what the browser must forget', async () => {
    const { auth, browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const source = new Headers({ cookie: cookieOf(browser) })
    const { url, cookies } = await auth.signOut(source, { callbackUrl: '/bye' })
    expect(url).toBe(`${origin}/bye`)
    const session = cookies.find(({ name }) => name.endsWith('.session'))
    expect(session?.options.maxAge).toBe(0)
    expect(await auth.session(source)).toBeNull()
  })

  test('with a wrong configuration is refused, whatever it asks', async () => {
    const { auth } = await setup({ providers: [] })
    expect(await auth.session(new Headers({ cookie: 'a=b' }))).toBeNull()
    await expect(auth.signIn(new Headers(), 'x')).rejects.toMatchObject({ code: 'Configuration' })
    await expect(auth.accounts.list({ userId: 'x' })).rejects.toMatchObject({
      code: 'Configuration',
    })
  })
})

test('several accounts of one person at a platform can be named', async () => {
  const { auth, browser, storage } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  await browser.signIn('plain', { as: 'noor', link: true })
  const userId = (await browser.session())?.user.id ?? ''
  const accounts = await storage.listAccounts(userId)
  expect(accounts).toHaveLength(2)
  for (const { providerAccountId: account, access_token } of accounts) {
    expect(await auth.accessToken({ userId }, { provider: 'plain', account })).toBe(access_token)
  }
  const [first, second] = accounts
  const page = await (await browser.visit(`${base}/account`)).text()
  expect(page).toContain(first?.providerAccountId)
  await browser.submit(`${base}/account`, {
    action: 'disconnect',
    provider: 'plain',
    account: second?.providerAccountId ?? '',
  })
  expect((await storage.listAccounts(userId)).map((one) => one.providerAccountId)).toEqual([
    first?.providerAccountId,
  ])
  const gone = { provider: 'plain', account: second?.providerAccountId ?? '' }
  await expect(auth.accessToken({ userId }, gone)).rejects.toMatchObject({ code: 'SignInAgain' })
})

test('the framework says which address a request came from, and what may go on after it', async () => {
  const later: Promise<unknown>[] = []
  const { auth, storage, world } = await stage()
  const { url, cookies } = await auth.signIn(new Headers(), 'plain')
  const back = String(await world.approve(url, { as: 'ada' }))
  const request = new Request(back, { headers: { cookie: apply(cookies) } })
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  await auth.handler(request, { address: '192.0.2.7', waitUntil })
  expect(later).toHaveLength(1)
  const account = { provider: 'plain', providerAccountId: 'p-ada' }
  const user = await storage.getUserByAccount(account)
  expect((await storage.listAudit(user?.id ?? ''))[0]).toMatchObject({ ip: '192.0.2.7' })
})
