import { describe, expect, test, vi } from 'vitest'
import { isBuilding } from '../../src/config/build-phase.ts'
import { Auth, type AuthConfig, AuthError, type User } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { describe as describeError } from '../../src/services/log.ts'
import { memory } from '../../src/storage/memory.ts'
import { mistakes, strong } from '../attacks/mistakes.ts'
import { base, idp, outside, plain, stage } from '../attacks/stage.ts'
import { origin, secret, setup } from '../setup.ts'

/** Reads a configuration and returns what was wrong with it. */
function problemOf(config: object): AuthError | undefined {
  let problem: AuthError | undefined
  const logger = {
    error: (error: AuthError) => {
      problem = error
    },
  }
  Auth({
    providers: [plain],
    secret,
    url: origin,
    runtime: { env: { NODE_ENV: 'test' } },
    logger,
    ...config,
  } as AuthConfig)
  return problem
}

describe('an application that is built without its secrets', () => {
  const commands = [
    {
      env: { NEXT_PHASE: 'phase-production-build' },
      argv: ['node', '/app/node_modules/next/dist/worker.js'],
    },
    {
      env: { SVELTEKIT_FORK: 'true' },
      argv: ['node', '/app/node_modules/@sveltejs/kit/src/core/postbuild/analyse.js'],
    },
    { env: {}, argv: ['node', '/app/node_modules/.bin/astro', 'build'] },
    { env: {}, argv: ['node', '/app/node_modules/vite/bin/vite.js', 'build'] },
  ]

  test.each(commands)('$argv.1 is building', ({ env, argv }) => {
    expect(isBuilding(env, argv)).toBe(true)
  })

  test.each([
    ['node', '/app/build/index.js'],
    ['node', '/app/node_modules/.bin/vite', 'dev'],
    ['node', '/app/server.js', 'build'],
    [],
  ])('%s %s %s is not', (...argv) => {
    expect(isBuilding({}, argv)).toBe(false)
  })

  test('reports its problem once, when somebody asks', async () => {
    vi.stubEnv('SVELTEKIT_FORK', 'true')
    const error = vi.fn()
    const auth = Auth({ providers: [plain], secret: '', runtime: { env: {} }, logger: { error } })
    vi.unstubAllEnvs()
    expect(error).not.toHaveBeenCalled()
    expect(await auth.session(new Headers())).toBeNull()
    expect((await auth.handler(new Request(`${base}/session`))).status).toBe(500)
    await expect(auth.signIn(new Headers())).rejects.toThrow(AuthError)
    expect(error).toHaveBeenCalledTimes(1)
  })
})

describe('production', () => {
  const emulator = 'http://127.0.0.1:4100'

  test('is said by the framework, whatever NODE_ENV says', () => {
    const built = { emulator, dev: true, env: { NODE_ENV: 'production' } }
    expect(problemOf({ secret: strong, runtime: built })).toBeUndefined()
    const deployed = { emulator, dev: false, env: { NODE_ENV: 'development' } }
    expect(problemOf({ secret: strong, runtime: deployed })?.field).toBe('runtime.emulator')
    expect(problemOf({ runtime: { dev: 'false' } })?.field).toBe('runtime.dev')
    expect(problemOf({ runtime: 'node' })?.field).toBe('runtime')
  })
})

describe('a wrong configuration says which field, what was found and what to write', () => {
  test.each(mistakes)('$name', async ({ config, field, provider, message, hint }) => {
    const problem = problemOf(config)
    expect(problem).toBeInstanceOf(AuthError)
    expect(problem).toMatchObject({ code: 'Configuration', field, provider })
    expect(problem?.message).toMatch(message)
    expect(problem?.hint).toMatch(hint)
  })

  test.each(mistakes)('$name: nothing opens', async ({ config }) => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const cookie = [...at.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const logger = { error: () => {} }
    const auth = Auth({
      providers: [plain],
      secret,
      url: origin,
      runtime: { env: { NODE_ENV: 'test' } },
      logger,
      ...config,
    } as AuthConfig)
    for (const path of ['/session', '/signin', '/callback/plain?code=x&state=y', '/providers']) {
      const response = await auth.handler(new Request(base + path, { headers: { cookie } }))
      expect(response.status).toBe(500)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ error: 'Configuration' })
    }
    expect(await auth.session(new Request(origin, { headers: { cookie } }))).toBeNull()
    await expect(
      auth.accessToken(new Request(origin, { headers: { cookie } }), 'plain'),
    ).rejects.toThrow()
  })

  test('several mistakes are named together', () => {
    const problem = problemOf({
      secret: 'short',
      basePath: 'auth',
      providers: [{ ...plain, token: 'x' }],
    })
    for (const part of ['5 characters', '"auth"', 'providers.plain.token']) {
      expect(problem?.message).toContain(part)
    }
  })

  test('each of several mistakes has its own line in the log', () => {
    const problem = problemOf({ secret: 'short', basePath: 'auth' })
    const [title, first, second, ...more] = (problem ? describeError(problem) : '').split('\n')
    expect(title).toBe('Configuration: 2 problems:')
    expect(first).toMatch(/^ {2}1\. .*5 characters.* → /)
    expect(second).toMatch(/^ {2}2\. .* → Write it like \/api\/auth\.$/)
    expect(more).toEqual(['  node_modules/porticojs/docs/errors.md#configuration'])
  })

  test('a warning is said along with what is wrong, and is not counted', () => {
    const env = {
      NODE_ENV: 'production',
      AUTH_EMULATOR: 'http://127.0.0.1:4100',
      AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: 'true',
    }
    const problem = problemOf({
      secret: `AUTH_SECRET=${strong}`,
      url: 'http://127.0.0.1:3000',
      runtime: { env },
    })
    const [title, first, warning, ...more] = problem?.message.split('\n') ?? []
    expect(title).toBe('1 problem:')
    expect(first).toMatch(/^1\. A secret begins with "AUTH_SECRET=" → /)
    expect(warning).toMatch(
      /^Warning: AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION is set: .* sign in as anybody$/,
    )
    expect(more).toEqual([])
  })

  test('a visitor sees a calm page, a program JSON, and neither says why', async () => {
    const auth = Auth({
      providers: [],
      runtime: { env: { NODE_ENV: 'test' } },
      logger: { error() {} },
    })
    const ask = (accept: string) =>
      auth.handler(new Request(`${origin}/api/auth/signin`, { headers: { accept } }))
    const page = await ask('text/html,application/xhtml+xml')
    expect(page.status).toBe(500)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toMatch(/<h1>Sign-in isn’t available<\/h1>/)
    const answer = await ask('application/json')
    expect(await answer.json()).toMatchObject({ error: 'Configuration' })
  })

  test('every message leaves secrets out', () => {
    const guessed = 'hunter2hunter2hunter2'
    const problem = problemOf({
      secret: guessed,
      providers: [{ ...plain, clientSecret: guessed, token: 'x' }],
    })
    expect(JSON.stringify([problem?.message, problem?.hint])).not.toContain('hunter2')
  })
})

describe('a production build on this machine, with an emulator on this machine', () => {
  test.each([
    ['http://127.0.0.1:3000', 'http://127.0.0.1:4100'],
    ['http://[::1]:3000', 'http://[::1]:4100'],
    ['http://127.0.0.2:3000', 'http://127.0.0.1:4100'],
  ])('%s may use %s, and says so at every start', async (url, emulator) => {
    const env = {
      NODE_ENV: 'production',
      AUTH_EMULATOR: emulator,
      AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: 'true',
    }
    for (const _start of [1, 2]) {
      const { auth, log } = await setup({
        providers: [plain],
        secret: strong,
        url,
        runtime: { env },
      })
      expect(log.errors).toEqual([])
      expect(log.warnings).toEqual([
        expect.stringMatching(/^AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION is set: .* anybody/),
      ])
      const { url: to } = await auth.signIn(new Request(url), 'plain')
      expect(to).toContain(emulator)
    }
  })

  test('the switch alone leaves the true platform in use, in production and elsewhere', async () => {
    for (const NODE_ENV of ['production', 'test']) {
      const env = { NODE_ENV, AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: 'true' }
      const { auth, log } = await setup({ providers: [plain], secret: strong, runtime: { env } })
      expect(log.errors).toEqual([])
      expect(log.warnings).toEqual([])
      const { url } = await auth.signIn(new Request(origin), 'plain')
      expect(url).toMatch(/^https:\/\/plain\.test\//)
    }
  })
})

describe('keys come from the environment', () => {
  const env = {
    AUTH_SECRET: strong,
    AUTH_URL: 'https://app.test/custom/auth',
    AUTH_PLAIN_ID: 'id-from-env',
    AUTH_PLAIN_SECRET: 'secret-from-env',
    AUTH_IDP_ID: 'practice-idp',
    AUTH_IDP_ISSUER: 'https://idp.test',
  }
  const bare = ({ clientId, clientSecret, ...rest }: typeof plain) => rest

  test('secret, address, ids and issuer', async () => {
    const { issuer, clientId, clientSecret, ...open } = idp
    const world = await outside()
    const auth = Auth({
      providers: [bare(plain), open],
      runtime: { env, fetch: world.fetch, now: world.clock.now },
    })
    const start = async (provider: string) => {
      const response = await auth.handler(
        new Request(`https://app.test/custom/auth/signin/${provider}`, {
          method: 'POST',
          headers: { origin },
        }),
      )
      return new URL(response.headers.get('location') ?? '')
    }
    const { searchParams } = await start('plain')
    expect(searchParams.get('client_id')).toBe('id-from-env')
    expect(searchParams.get('redirect_uri')).toBe('https://app.test/custom/auth/callback/plain')
    expect((await start('idp')).origin).toBe('https://idp.test')
  })

  test('keys in the configuration win', async () => {
    const { browser } = await stage({ runtime: { env }, basePath: '/api/auth' })
    expect(new URL(await browser.start('plain')).searchParams.get('client_id')).toBe(
      'practice-plain',
    )
  })

  test('rotated secrets open, the newest locks', async () => {
    const world = await outside()
    const before = await setup({ providers: [plain], secret: strong }, world)
    await before.browser.signIn('plain', { as: 'ada' })
    const cookie = [...before.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const NODE_ENV = 'test'
    const rotated = { AUTH_SECRET: secret, AUTH_SECRET_1: strong, AUTH_URL: origin, NODE_ENV }
    const auth = Auth({ providers: [plain], runtime: { env: rotated, now: world.clock.now } })
    expect(await auth.session(new Request(origin, { headers: { cookie } }))).not.toBeNull()
  })

  test('the redirect proxy', async () => {
    const env = { AUTH_REDIRECT_PROXY_URL: 'https://login.test/api/auth/' }
    const { browser } = await stage({ runtime: { env } })
    const { searchParams } = new URL(await browser.start('plain'))
    expect(searchParams.get('redirect_uri')).toBe('https://login.test/api/auth/callback/plain')
  })
})

describe('the user’s configuration', () => {
  const freeze = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(freeze)
      Object.freeze(value)
    }
    return value
  }

  test('stays as it is: one that is frozen to the bottom works', async () => {
    const world = await outside()
    const config = freeze({
      providers: [
        {
          ...plain,
          authorization: { url: 'https://plain.test/authorize', params: { scope: 'a' } },
        },
        { ...idp, options: { checks: ['nonce' as const], client: { default_max_age: 60 } } },
        TikTok({ clientId: 'a', clientSecret: 'b', fields: ['follower_count'] }),
      ],
      callbacks: { signIn: () => true },
      events: { signIn: () => {} },
      pages: { newUser: '/welcome' },
      theme: { brandColor: '#123456' },
      trustedOrigins: ['https://*.preview.test'],
      session: { maxAge: 3600 },
      cookies: { prefix: 'shop' },
    })
    const { browser } = await setup(config, world)
    for (const provider of ['plain', 'idp']) {
      await browser.signIn(provider, { as: 'ada' })
      expect((await browser.session())?.user.name).toBe('Ada Lovelace')
    }
    expect([...browser.cookies.keys()].every((name) => name.startsWith('__Host-shop.'))).toBe(true)
  })

  test('may hold what nobody reads, which the log names', async () => {
    const options = { provider: [], useSecureCookies: true, toString: undefined }
    const { auth, log } = await setup({ providers: [plain], ...options })
    expect(log.warnings).toEqual([
      'Unknown option "provider": it is ignored. Did you mean "providers"?',
      'Unknown option "useSecureCookies": it is ignored.',
      'Unknown option "toString": it is ignored.',
    ])
    expect((await auth.handler(new Request(`${base}/signin`))).status).toBe(200)
  })

  test('may have callbacks and events of a class: its methods decide, and know their object', async () => {
    class Policy {
      asked = 0
      signIn() {
        this.asked++
        return false
      }
    }
    class Diary {
      lines: string[] = []
      signIn({ user }: { user: User }) {
        this.lines.push(user.name ?? '')
      }
    }
    const [policy, diary] = [new Policy(), new Diary()]
    const refused = await setup({ providers: [plain], callbacks: policy }, await outside())
    await refused.browser.signIn('plain', { as: 'ada' })
    expect(await refused.browser.session()).toBeNull()
    expect(policy.asked).toBe(1)
    const told = await setup({ providers: [plain], events: diary }, await outside())
    await told.browser.signIn('plain', { as: 'ada' })
    expect(diary.lines).toEqual(['Ada Lovelace'])
  })

  test.each([
    [{ databse: 'x' }, 'Unknown option "databse": it is ignored. Did you mean "database"?'],
    [
      { theme: { colour: '#fff' } },
      '"theme.colour": it is ignored. Did you mean "theme.brandColor"?',
    ],
    [{ env: { AUTH_SECRET: 'x' } }, '"env": it is ignored. Did you mean "runtime.env"?'],
    [
      { runtime: { fetsch: fetch } },
      '"runtime.fetsch": it is ignored. Did you mean "runtime.fetch"?',
    ],
    [
      { runtime: { outbound: { timout: 5 } } },
      '"runtime.outbound.timout": it is ignored. Did you mean "runtime.outbound.timeout"?',
    ],
    [{ pages: { signin: '/x' } }, '"pages.signin": it is ignored. Did you mean "pages.signIn"?'],
    [{ plugins: [] }, 'Unknown option "plugins": it is ignored. Did you mean "parts"?'],
    [{ baseURL: 'https://a.example' }, 'it is ignored. Did you mean "url"?'],
    [{ socialProviders: {} }, 'it is ignored. Did you mean "providers"?'],
    [{ events: { signedIn: () => {} } }, 'Unknown option "events.signedIn"'],
    [{ limits: { oaut: { perClient: 3 } } }, 'Did you mean "limits.oauth"?'],
    [{ limits: { oauth: { perCilent: 3 } } }, 'Did you mean "limits.oauth.perClient"?'],
    // Nobody sends mail here.
    [{ limits: { mail: { perAccount: 3 } } }, 'Unknown option "limits.mail": it is ignored.'],
    [{ callbacks: { authorized: () => true } }, 'Unknown option "callbacks.authorized"'],
    [{ providers: [{ ...plain, scopes: 'a' }] }, 'Unknown option "scopes" of the provider plain'],
    [{ providers: [{ ...plain, clientID: 'a' }] }, 'Did you mean `clientId`?'],
  ])('names what nobody reads: %j', async (config, message) => {
    const { log } = await setup({ providers: [plain], ...(config as Partial<AuthConfig>) })
    expect(log.warnings).toEqual([expect.stringContaining(message)])
  })

  test.each([
    [{ callbacks: { signin: () => false } }, 'callbacks.signin', /Did you mean "signIn"/],
    [
      {
        callbacks: new (class {
          signin() {}
        })(),
      },
      'callbacks.signin',
      /Did you mean "signIn"/,
    ],
    [{ session: 'jwt' }, 'session', /session: \{ strategy: 'jwt' \}/],
    [{ runtime: { outbound: { timeout: 'x' } } }, 'runtime.outbound.timeout', /milliseconds/],
    [{ runtime: { outbound: { size: Number.NaN } } }, 'runtime.outbound.size', /bytes/],
    // An environment variable that is not set, most often. Nothing is more than these.
    [{ limits: { mail: { perAccount: Number.NaN } } }, 'limits.mail.perAccount', /a number/],
    [{ limits: { mail: { perClient: undefined } } }, 'limits.mail.perClient', /leave it out/],
    [{ limits: { code: { seconds: '60' } } }, 'limits.code.seconds', /a number/],
    [{ session: { maxAge: Number.MAX_SAFE_INTEGER } }, 'session.maxAge', /86400/],
    [{ session: { maxAge: 0 } }, 'session.maxAge', /86400/],
    // From the environment, where "false" is a text: everybody would stay signed in.
    [{ session: { remember: 'false' } }, 'session.remember', /a boolean or "ask"/],
    [{ session: { remember: null } }, 'session.remember', /a boolean or "ask"/],
    [{ runtime: { now: 5 } }, 'runtime.now', /Date\.now/],
    [{ runtime: { dev: 'yes' } }, 'runtime.dev', /a boolean/],
    [{ storage: {} }, 'storage', /memory\(\)/],
    [{ adapter: { getUser() {} } }, 'adapter', /storage: fromAdapter\(…\)/],
  ])('refuses what would silently not work: %j', async (config, field, hint) => {
    const { log, browser } = await setup({
      providers: [plain],
      ...(config as Partial<AuthConfig>),
    })
    expect(log.errors).toMatchObject([{ code: 'Configuration', field }])
    expect(log.errors[0]?.hint).toMatch(hint)
    expect((await browser.visit(`${base}/signin`)).status).toBe(500)
  })

  test('may leave cookie options undefined, as an environment does', async () => {
    const cookies = { prefix: undefined, domain: undefined } as AuthConfig['cookies'] & object
    const { browser } = await setup({ providers: [plain], cookies }, await outside())
    await browser.signIn('plain', { as: 'ada' })
    expect([...browser.cookies.keys()]).toContain('__Host-portico.session')
  })

  test.each([
    [{}, 1],
    [{ clientSecret: '' }, 1],
    [{ clientSecret: 's' }, 0],
    [{ client: { token_endpoint_auth_method: 'none' } }, 0],
  ])('%j: a client without a secret is a public one, and should say so', async (keys, times) => {
    const { clientSecret: _, ...open } = plain
    const { log } = await setup({ providers: [{ ...open, client: {}, ...keys }] })
    expect(log.warnings.filter((line) => line.includes('public client'))).toHaveLength(times)
  })

  test('is read once: later changes have no effect', async () => {
    const style = { brandColor: '#123456' }
    const provider = { ...plain, style, clientId: 'practice-plain' }
    const providers = [provider]
    const { browser } = await setup({ providers }, await outside())
    provider.clientId = 'changed'
    style.brandColor = '#abcdef'
    expect(await (await browser.visit(`${base}/signin`)).text()).not.toContain('abcdef')
    providers.length = 0
    expect(new URL(await browser.start('plain')).searchParams.get('client_id')).toBe(
      'practice-plain',
    )
  })

  test('two of them in one process keep sessions and providers apart', async () => {
    const world = await outside()
    const one = await setup({ providers: [plain], cookies: { prefix: 'one' } }, world)
    const broken = await setup({ providers: [plain], secret: 'short' }, world)
    const two = await setup({ providers: [idp], secret: strong, basePath: '/two' }, world)
    await one.browser.signIn('plain', { as: 'ada' })
    const cookie = [...one.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const asked = new Request(origin, {
      headers: { cookie: cookie.replaceAll('one.', 'portico.') },
    })
    expect(await two.auth.session(asked)).toBeNull()
    expect(await broken.auth.session(asked)).toBeNull()
    expect(await one.browser.session()).not.toBeNull()
    const shown = await two.auth.handler(new Request(`${origin}/two/providers`))
    expect(Object.keys(await shown.json())).toEqual(['idp'])
  })
})

describe('options over defaults', () => {
  const start = async (options: object, defaults: object = plain) => {
    const { browser } = await setup(
      { providers: [{ ...defaults, options } as typeof plain] },
      await outside(),
    )
    return new URL(await browser.start('plain'))
  }
  const asked = {
    ...plain,
    authorization: { url: 'https://plain.test/authorize', params: { scope: 'a', prompt: 'login' } },
  }

  test('parameters alone keep the address, written either way', async () => {
    for (const defaults of [asked, plain]) {
      const url = await start({ authorization: { params: { scope: 'b' } } }, defaults)
      expect(url.origin + url.pathname).toBe('https://plain.test/authorize')
      expect(url.searchParams.get('scope')).toBe('b')
    }
  })

  test('plain objects are merged', async () => {
    const url = await start({ authorization: { params: { hd: 'corp' } } }, asked)
    expect(url.searchParams.get('scope')).toBe('a')
    expect(url.searchParams.get('hd')).toBe('corp')
  })

  test('an address replaces an address', async () => {
    const url = await start({ authorization: 'https://other.test/go?x=1' }, plain)
    expect(url.host).toBe('other.test')
    expect(url.searchParams.get('x')).toBe('1')
  })

  test('an address alone keeps the parameters that it does not name', async () => {
    const url = await start({ authorization: 'https://other.test/go?prompt=none' }, asked)
    expect(url.host).toBe('other.test')
    expect(url.searchParams.get('scope')).toBe('a')
    expect(url.searchParams.getAll('prompt')).toEqual(['none'])
  })

  test('an address takes the place of a handler', async () => {
    const handled = { ...asked.authorization, request: () => 'https://handled.test/' }
    const defaults = { ...plain, authorization: handled }
    expect((await start({}, defaults)).host).toBe('handled.test')
    expect((await start({ authorization: 'https://other.test/go' }, defaults)).host).toBe(
      'other.test',
    )
  })

  test('lists replace: checks can be shortened', async () => {
    const url = await start({ checks: ['state'] }, { ...plain, checks: ['pkce', 'state'] })
    expect(url.searchParams.has('code_challenge')).toBe(false)
  })

  test('undefined keeps the default', async () => {
    const url = await start({ clientId: undefined, checks: undefined })
    expect(url.searchParams.get('client_id')).toBe('practice-plain')
  })

  test.each([
    ['id', { id: 'work' }, 'work'],
    ['name', { name: 'At work' }, 'At work'],
  ])('%s of a provider of ours', async (field, options, expected) => {
    const provider = GitHub({ clientId: 'a', clientSecret: 'b', ...options })
    const { browser } = await setup({ providers: [provider], storage: memory() }, await outside())
    const shown = Object.values(await (await browser.visit(`${base}/providers`)).json())
    expect(shown).toMatchObject([{ [field]: expected }])
  })

  test('values that are no plain objects survive: keys, dates, addresses', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const seen: unknown[] = []
    const request = ({ provider }: { provider: { token?: { clientPrivateKey?: unknown } } }) => {
      seen.push(provider.token?.clientPrivateKey)
      return 'https://plain.test/authorize'
    }
    await start({ authorization: { request }, token: { clientPrivateKey: pair.privateKey } })
    expect(seen).toEqual([pair.privateKey])
  })
})
