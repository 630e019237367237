import { describe, expect, test } from 'vitest'
import { github, google, oauth2, oidc, turnstileToken } from '../../src/emulator/index.ts'
import { type AuthConfig, defineProvider } from '../../src/index.ts'
import { Turnstile } from '../../src/parts/turnstile.ts'
import Apple from '../../src/providers/apple.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import GenericOIDC from '../../src/providers/generic-oidc.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import Keycloak from '../../src/providers/keycloak.ts'
import Passkey from '../../src/providers/passkey.ts'
import Resend from '../../src/providers/resend.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { testAuth } from '../../src/testing.ts'

/** The error that a sign-in ended with. */
function errorOf(response: Response): string | null {
  return new URL(response.headers.get('location') ?? '').searchParams.get('error')
}

describe('signing in', () => {
  test.each(['tiktok', 'github'])('works with %s and nothing but providers', async (id) => {
    const { browser, log } = await testAuth({ providers: [TikTok, GitHub] })
    expect(await browser.session()).toBeNull()
    const response = await browser.signIn(id, { as: 'ada', callbackUrl: '/home' })
    expect(response.headers.get('location')).toBe('https://app.test/home')
    expect((await browser.session())?.user.name).toMatch(/^Ada/)
    await browser.signOut()
    expect(await browser.session()).toBeNull()
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('takes the answer that Apple posts, and the addresses that Keycloak makes of an issuer', async () => {
    const providers = [Apple, Keycloak({ issuer: 'https://id.acme.test/realms/staff' })]
    const { browser, newBrowser } = await testAuth({ providers })
    await browser.signIn('apple', { as: 'ada' })
    expect((await browser.session())?.user.email).toBe('ada@people.test')
    const other = newBrowser()
    await other.signIn('keycloak', { as: 'layla' })
    expect((await other.session())?.user.email).toBe('layla@people.test')
  })

  test('replaces keys that the configuration holds', async () => {
    const keys = { clientId: 'the-real-id', clientSecret: 'the-real-secret' }
    const { browser, platform } = await testAuth({ providers: [GitHub(keys)] })
    await browser.signIn('github')
    expect(await browser.session()).not.toBeNull()
    expect(JSON.stringify(platform.received)).not.toContain('the-real')
  })

  test('works at another address and path', async () => {
    const place = { url: 'https://shop.test', basePath: '/auth' }
    const { auth, browser } = await testAuth({ providers: [TikTok, Google], ...place })
    for (const id of ['tiktok', 'google']) {
      const response = await browser.signIn(id)
      expect(response.headers.get('location')).toBe('https://shop.test/')
    }
    expect(auth.basePath).toBe('/auth')
  })

  test('keeps two people apart', async () => {
    const { auth, browser, newBrowser } = await testAuth({ providers: [GitHub] })
    const other = newBrowser()
    await browser.signIn('github', { as: 'ada' })
    await other.signIn('github', { as: 'layla' })
    const [ada, layla] = await Promise.all([auth.session(browser), auth.session(other)])
    expect(ada?.user.email).toBe('ada@people.test')
    expect(layla?.user.email).toBe('layla@people.test')
    await auth.sessions.endAll(browser)
    expect(await browser.session()).toBeNull()
    expect(await other.session()).not.toBeNull()
  })

  test('passes through the application around it', async () => {
    const { browser } = await testAuth(
      { providers: [TikTok] },
      {
        app: (auth) => async (request) => {
          if (new URL(request.url).pathname.startsWith('/api/auth/')) return auth.handler(request)
          return new Response(`Hello ${(await auth.session(request))?.user.name}`)
        },
      },
    )
    await browser.signIn('tiktok', { as: 'ada' })
    expect(await (await browser.visit('/')).text()).toBe('Hello Ada')
  })
})

describe('the platform', () => {
  test('fails when told to, once, and the error is in the log', async () => {
    const { browser, platform, log } = await testAuth({ providers: [TikTok, GitHub] })
    platform.next({ platform: 'tiktok', endpoint: 'token', answer: 'server_error' })
    expect(errorOf(await browser.signIn('tiktok'))).toBe('PlatformError')
    expect(log.errors).toMatchObject([{ code: 'PlatformError', provider: 'tiktok' }])
    await browser.signIn('tiktok')
    expect(await browser.session()).not.toBeNull()
  })

  test('tells the application who disconnected', async () => {
    const heard: string[] = []
    const { browser, platform } = await testAuth({
      providers: [TikTok],
      events: { webhook: ({ event, user }) => void heard.push(`${event.event} of ${user?.name}`) },
    })
    await browser.signIn('tiktok', { as: 'ada' })
    platform.disconnect('ada')
    await platform.settled()
    expect(platform.deliveries).toMatchObject([{ outcome: 'delivered', status: 200 }])
    expect(heard).toEqual(['authorization.removed of Ada'])
  })

  test('has people of one’s own', async () => {
    const grace = { id: 'grace', name: 'Grace', email: 'grace@navy.test', email_verified: true }
    const platforms = [github({ personas: [grace] })]
    const { browser } = await testAuth({ providers: [GitHub] }, { platforms })
    await browser.signIn('github', { as: 'grace' })
    expect((await browser.session())?.user.email).toBe('grace@navy.test')
  })

  test('answers PlatformUnreachable elsewhere, unless the configuration brings a network', async () => {
    const asked: string[] = []
    const seen: typeof fetch = async (input) => {
      asked.push(String(input))
      return Response.json({})
    }
    const acme = defineProvider({
      id: 'acme',
      name: 'Acme',
      type: 'oauth',
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://elsewhere.test/token',
      userinfo: 'https://elsewhere.test/me',
    })
    const keys = { clientId: 'practice-acme', clientSecret: 'practice-secret-of-acme' }
    const callback = 'https://app.test/api/auth/callback/acme'
    const app = { client_id: keys.clientId, client_secret: 'x', redirect_uris: [callback] }
    const platforms = [github({ apps: [app] })]
    const alone = await testAuth({ providers: [acme(keys)] }, { platforms })
    expect(errorOf(await alone.browser.signIn('acme'))).toBe('PlatformUnreachable')
    const connected = await testAuth(
      { providers: [acme(keys)], runtime: { fetch: seen } },
      { platforms },
    )
    expect(errorOf(await connected.browser.signIn('acme'))).toBe('PlatformError')
    expect(asked).toEqual(['https://elsewhere.test/token'])
  })
})

test('knows Turnstile: a test earns its tokens without a browser', async () => {
  const email = Email({ from: 'hello@example.com' })
  const { browser, platform } = await testAuth({ providers: [email], parts: [Turnstile()] })
  const send = (gateToken: string) =>
    browser.submit('/api/auth/signin/email', { email: 'ada@example.com', gateToken })
  await send('none')
  expect(platform.inbox.messages()).toEqual([])
  await send(await turnstileToken(platform, { action: 'mail', hostname: 'app.test' }))
  expect(platform.inbox.messages()).toHaveLength(1)
})

describe('platforms of one’s own', () => {
  const Acme = defineProvider({
    id: 'acme',
    name: 'Acme',
    type: 'oauth',
    authorization: 'https://acme.test/authorize',
    token: 'https://acme.test/token',
    userinfo: 'https://api.acme.test/me',
    profile: { id: 'user.key', name: 'user.title' },
  })
  const platform = oauth2({
    id: 'acme',
    authorize: { url: 'https://acme.test/authorize' },
    token: { url: 'https://acme.test/token' },
    resources: [
      {
        url: 'https://api.acme.test/me',
        answer: ({ person }) => ({ user: { key: person.id, title: person.name } }),
      },
    ],
  })

  test('are described beside the configuration, and need no keys', async () => {
    const { auth, browser } = await testAuth({ providers: [Acme] }, { platforms: [platform] })
    await browser.signIn('acme', { as: 'ada' })
    expect((await browser.session())?.user.name).toBe('Ada Lovelace')
    expect(await auth.accounts.list(browser)).toMatchObject([
      { provider: 'acme', providerAccountId: 'ada' },
    ])
    expect(await auth.accessToken(browser, 'acme')).not.toBe('')
  })

  test('may speak OpenID Connect', async () => {
    const issuer = 'https://id.acme.test'
    const { browser } = await testAuth(
      { providers: [GenericOIDC({ id: 'staff', issuer })] },
      { platforms: [oidc({ id: 'staff', issuer })] },
    )
    await browser.signIn('staff', { as: 'layla' })
    expect((await browser.session())?.user.email).toBe('layla@people.test')
  })

  test('are asked for by name when they are missing', async () => {
    await expect(testAuth({ providers: [TikTok, Acme] })).rejects.toMatchObject({
      code: 'Configuration',
      provider: 'acme',
      message: expect.stringMatching(/"acme".*platforms: \[oauth2\(\{ id: 'acme'/),
    })
    const issuer = 'https://id.acme.test'
    await expect(testAuth({ providers: [GenericOIDC({ issuer })] })).rejects.toThrow(
      "oidc({ id: 'generic-oidc', issuer: 'https://id.acme.test' })",
    )
  })

  test('know the client ids of their apps only', async () => {
    const apps = [{ client_id: 'one', client_secret: 'two', redirect_uris: [] }]
    const platforms = [github({ apps })]
    await expect(testAuth({ providers: [GitHub] }, { platforms })).rejects.toThrow(
      /"github" does not know the client id.*apps: one\./,
    )
  })
})

describe('other ways in', () => {
  test('a mail is in the inbox, with a link and a code', async () => {
    const { browser, newBrowser, platform } = await testAuth({ providers: [Resend] })
    const page = new URL(await browser.start('resend', { email: 'ada@people.test' }))
    const [mail] = platform.inbox.messages('ada@people.test')
    const code = /\b\d{3} \d{3}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const flow = page.searchParams.get('flow') ?? ''
    await browser.submit('/api/auth/callback/resend', { code, flow })
    expect((await browser.session())?.user.email).toBe('ada@people.test')
    const elsewhere = newBrowser()
    await elsewhere.start('resend', { email: 'layla@people.test' })
    const [link = ''] = /https:\S+/.exec(platform.inbox.messages()[0]?.text ?? '') ?? []
    await elsewhere.submit(link)
    expect((await elsewhere.session())?.user.email).toBe('layla@people.test')
  })

  test('credentials and passkeys stay as they are', async () => {
    const authorize = ({ password }: { password?: unknown }) =>
      password === 'tea' ? { id: '1', name: 'Grace' } : null
    const byPassword = Credentials({ credentials: { password: {} }, authorize })
    const { browser } = await testAuth({ providers: [byPassword, Passkey, GitHub] })
    await browser.submit('/api/auth/callback/credentials', { password: 'coffee' })
    expect(await browser.session()).toBeNull()
    await browser.submit('/api/auth/callback/credentials', { password: 'tea' })
    expect((await browser.session())?.user.name).toBe('Grace')
    expect(await (await browser.visit('/api/auth/signin')).text()).toMatch(/passkey/i)
  })
})

describe('the clock', () => {
  test('stands still, and ends a session when it is moved', async () => {
    const session = { maxAge: 3600 }
    const { auth, browser, clock } = await testAuth({ providers: [GitHub], session })
    const before = clock.now()
    await browser.signIn('github')
    const cookies = browser.headers
    clock.advance('59m')
    expect(await auth.session(cookies)).not.toBeNull()
    clock.advance(60_000)
    expect(await auth.session(cookies)).toBeNull()
    expect(await browser.session()).toBeNull()
    expect(clock.now() - before).toBe(3_600_000)
  })

  test('moves the platform along: an expired token is refreshed', async () => {
    const { auth, browser, clock, platform } = await testAuth({ providers: [TikTok] })
    await browser.signIn('tiktok')
    const before = await auth.accessToken(browser, 'tiktok')
    clock.advance('25h')
    platform.received.clear()
    expect(await auth.accessToken(browser, 'tiktok')).not.toBe(before)
    expect(platform.received.map(({ endpoint }) => endpoint)).toEqual(['token'])
  })

  test('starts where `now` says', async () => {
    const start = Date.UTC(2030, 0, 1)
    const { browser, clock } = await testAuth({
      providers: [GitHub],
      runtime: { now: () => start },
    })
    await browser.signIn('github')
    expect((await browser.session())?.expires).toBe('2030-01-31T00:00:00.000Z')
    clock.set(new Date('2031-01-01'))
    expect(await browser.session()).toBeNull()
  })
})

describe('the storage', () => {
  test('is a new one for each test', async () => {
    const config = { providers: [GitHub] }
    const [one, two] = await Promise.all([testAuth(config), testAuth(config)])
    await one.browser.signIn('github')
    const { id: userId = '' } = (await one.browser.session())?.user ?? {}
    expect(await one.auth.users.get({ userId })).toMatchObject({ id: userId })
    expect(await two.auth.users.get({ userId })).toBeNull()
  })

  test('may be one’s own', async () => {
    const storage = memory()
    const { browser } = await testAuth({ providers: [GitHub], storage })
    await browser.signIn('github', { as: 'ada' })
    expect(await storage.getUserByEmail('ada@people.test')).toMatchObject({ name: 'Ada Lovelace' })
  })

  test('may be a database', async () => {
    const { auth, browser } = await testAuth({ providers: [GitHub], database: 'file::memory:' })
    await browser.signIn('github', { as: 'ada' })
    expect(await auth.sessions.list(browser)).toHaveLength(1)
  })

  test('may be missing: the session is in a cookie then', async () => {
    const { auth, browser } = await testAuth({ providers: [GitHub] }, { storage: false })
    await browser.signIn('github', { as: 'ada' })
    expect((await browser.session())?.user.id).toMatch(/^github:/)
    await expect(auth.sessions.list(browser)).rejects.toMatchObject({ name: 'AuthError' })
  })
})

describe('a wrong configuration', () => {
  const mistakes: [string, object, RegExp][] = [
    ['a path that is none', { basePath: 'auth' }, /"auth" is not a path/],
    ['an address that is none', { url: 'app.test' }, /app\.test/],
    ['a short secret', { secret: 'short' }, /not at least 32/],
    ['a misspelt callback', { callbacks: { signin: () => true } }, /Did you mean "signIn"\?/],
    ['a database and a storage', { database: 'file::memory:', storage: memory() }, /both set/],
    ['no providers', { providers: undefined }, /providers/],
  ]

  test.each(mistakes)('is thrown at once: %s', async (_, mistake, words) => {
    // The compiler would not have let them pass.
    const config = { providers: [GitHub], ...mistake } as AuthConfig
    await expect(testAuth(config)).rejects.toThrow(words)
  })

  test('names the host that is not emulated', async () => {
    const baseUrl = 'https://code.acme.test'
    const { browser } = await testAuth({ providers: [GitHub({ enterprise: { baseUrl } })] })
    await expect(browser.signIn('github')).rejects.toThrow(/code\.acme\.test.*platforms/)
  })

  test('tells what the platform objects to', async () => {
    const redirect_uris = ['https://other.test/callback']
    const app = { client_id: 'one', client_secret: 'two', redirect_uris }
    const { browser } = await testAuth(
      { providers: [Google({ clientId: 'one', clientSecret: 'two' })] },
      { platforms: [google({ apps: [app] })] },
    )
    await expect(browser.signIn('google')).rejects.toThrow(
      /answers 400 .*callback\/google is not registered/,
    )
  })
})

describe('the surroundings', () => {
  test('read no environment variable', async () => {
    const wrong = { AUTH_URL: 'nowhere', AUTH_EMULATOR: 'http://127.0.0.1:1', AUTH_SECRET: 'short' }
    const before = { ...process.env }
    Object.assign(process.env, wrong, { NODE_ENV: 'production' })
    try {
      const { browser } = await testAuth({ providers: [GitHub], runtime: { dev: true } })
      await browser.signIn('github')
      expect(await browser.session()).not.toBeNull()
      expect((await browser.visit('/api/auth/inspect')).status).toBe(404)
    } finally {
      for (const name of ['NODE_ENV', ...Object.keys(wrong)]) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
  })

  test('hand messages on to a logger of one’s own', async () => {
    const said: string[] = []
    const { browser, platform, log } = await testAuth({
      providers: [GitHub],
      logger: { error: ({ code }) => void said.push(code) },
    })
    platform.next({ endpoint: 'userinfo', answer: 'cut' })
    await browser.signIn('github')
    expect(said).toEqual(['PlatformUnreachable'])
    expect(log.errors.map(({ code }) => code)).toEqual(said)
  })
})
