import { describe, expect, test } from 'vitest'
import type { AuthConfig, AuthError } from '../../src/index.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import { Gate, type GateCheck, type GateJudge, type GateOptions } from '../../src/parts/gate.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { begin, post, signUp } from '../methods/ceremonies.ts'
import { origin, setup } from '../setup.ts'

/** An application whose every way in that needs a gate has one, and what went on behind it. */
async function house(
  judge: GateJudge,
  options: GateOptions = {},
  config: Partial<AuthConfig> = {},
) {
  const asked: GateCheck[] = []
  const behind: string[] = []
  const gate = Gate((check) => {
    asked.push(check)
    return judge(check)
  }, options)
  const password = Credentials({
    credentials: { name: {}, password: { type: 'password' } },
    authorize(typed) {
      behind.push(`authorize ${Object.keys(typed).join()}`)
      return { id: 'ada' }
    },
  })
  const mail = Email({ sendVerificationRequest: ({ identifier }) => void behind.push(identifier) })
  const at = await setup({
    providers: [mail, password, Passkey],
    storage: memory(),
    session: { strategy: 'cookie' },
    parts: [gate],
    languages: [en, de],
    ...config,
  })
  return { ...at, asked, behind }
}

const knows: GateJudge = ({ token }) => token?.startsWith('good') ?? false

const ways = [
  ['mail', 'signin/email', { email: 'ada@example.com' }, 'ada@example.com'],
  ['credentials', 'callback/credentials', { name: 'ada', password: 'secret' }, 'ada'],
  ['signUp', 'webauthn-options/passkey', { action: 'register', name: 'Ada' }, undefined],
] as const

function submit(browser: TestBrowser, path: string, form: Record<string, string>) {
  return browser.submit(`/api/auth/${path}`, form)
}

describe.each(ways)('the gate before %s', (action, path, fields, account) => {
  test('refuses a page without a good token, and nothing happens behind it', async () => {
    const { browser, behind, asked } = await house(knows)
    const refused = await submit(browser, path, { ...fields, gateToken: 'bad' })
    const location = new URL(refused.headers.get('location') ?? '')
    expect(location.pathname).toBe('/api/auth/gate')
    expect(location.searchParams.get('code')).toBe('gate')
    const page = await browser.visit(location.href)
    expect(page.status).toBe(403)
    const text = await page.text()
    expect(text).toContain('not a robot')
    expect(text).toContain('href="https://app.test/api/auth/signin')
    const german = await browser.visit(location.href, { 'accept-language': 'de' })
    expect(await german.text()).toContain('kein Roboter')
    expect(behind).toEqual([])
    expect(await browser.session()).toBeNull()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ action, token: 'bad', origin, account })
  })

  test('refuses a program without a token with 403 and a code', async () => {
    const { browser, behind } = await house(knows)
    const answer = await post(browser, path, fields)
    expect(answer).toMatchObject({ status: 403, body: { error: 'AccessDenied', code: 'gate' } })
    expect(behind).toEqual([])
  })

  test('lets a good token pass, once', async () => {
    const { browser, asked } = await house(knows)
    const passed = { ...fields, gateToken: 'good' }
    expect((await post(browser, path, passed)).status).toBe(200)
    expect(await post(browser, path, passed)).toMatchObject({ status: 403, body: { code: 'gate' } })
    expect(asked).toHaveLength(1)
    expect((await post(browser, path, { ...fields, gateToken: 'good too' })).status).toBe(200)
  })

  test.each([
    ['throws', () => Promise.reject(new Error('no route to the judge'))],
    ['never answers', () => new Promise<boolean>(() => {})],
  ] as const)('stays closed with 503 if its function %s', async (_, broken) => {
    const { browser, behind, log } = await house(broken, { timeout: 20 })
    const answer = await post(browser, path, { ...fields, gateToken: 'good' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'gate-failed' } })
    expect(behind).toEqual([])
    expect(log.errors.map(({ message }) => message)).toEqual([
      `The gate could not decide (${action})`,
    ])
    const page = await browser.visit(answer.body.url)
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('right now')
  })

  test('takes only true for a yes', async () => {
    const { browser, behind } = await house(() => 'yes' as never)
    expect((await post(browser, path, { ...fields, gateToken: 'good' })).status).toBe(403)
    expect(behind).toEqual([])
  })

  test('is asked after the limits', async () => {
    const once = { perAccount: 5, perClient: 1, seconds: 60 }
    const limits = { mail: once, credentials: once, gate: once }
    const { browser, asked } = await house(knows, {}, { limits, clientIp: () => '192.0.2.1' })
    expect((await post(browser, path, { ...fields, gateToken: 'good' })).status).toBe(200)
    const refused = await post(browser, path, { ...fields, gateToken: 'good too' })
    expect(refused.status).toBe(429)
    expect(asked).toHaveLength(1)
  })
})

describe('the gate', () => {
  test.each([
    '203.0.113.7',
    '198.51.100.1, 203.0.113.7',
    'made up,203.0.113.7:51234',
    '::ffff:203.0.113.7',
  ])(
    'tells the address of the visitor in one spelling, where the proxy says "%s"',
    async (list) => {
      const { browser, asked } = await house(knows, {}, { trustHost: true })
      const form = { email: 'ada@example.com', gateToken: 'good' }
      await browser.submit('/api/auth/signin/email', form, { 'x-forwarded-for': list })
      expect(asked.map(({ ip }) => ip)).toEqual(['203.0.113.7'])
    },
  )

  test.each([null, undefined, '', 7, {}])(
    'lets somebody pass whose address the application tells as %o',
    async (address) => {
      const clientIp = () => address as never
      const { browser, asked, behind, log } = await house(knows, {}, { clientIp })
      const form = { email: 'ada@example.com', gateToken: 'good' }
      await browser.submit('/api/auth/signin/email', form)
      expect([behind, log.errors]).toEqual([['ada@example.com'], []])
      expect(asked.map(({ ip }) => ip)).toEqual([undefined])
    },
  )

  test.each(ways.slice(0, 2))('judges calls of server code: %s', async (_, path, fields) => {
    const { auth, behind } = await house(knows)
    const provider = path.split('/')[1] ?? ''
    const request = new Request(`${origin}/own`, { method: 'POST', headers: { origin } })
    const refused = auth.signIn(request, provider, { fields })
    await expect(refused).rejects.toMatchObject({ code: 'AccessDenied', reason: 'gate' })
    const error = await refused.catch((thrown: AuthError) => thrown)
    expect(error).toMatchObject({ url: expect.stringContaining('/api/auth/gate?') })
    expect(behind).toEqual([])
    await auth.signIn(request, provider, { fields: { ...fields, gateToken: 'good' } })
    expect(behind).toHaveLength(1)
  })

  test('judges calls of server code: signUp', async () => {
    const { auth, asked } = await house(knows)
    const headers = { origin, accept: 'application/json' }
    const request = () => new Request(`${origin}/own`, { method: 'POST', headers })
    const fields = { action: 'register', name: 'Ada' }
    const refused = auth.signIn(request(), 'passkey', { fields })
    await expect(refused).rejects.toMatchObject({ code: 'AccessDenied', reason: 'gate' })
    await auth.signIn(request(), 'passkey', { fields: { ...fields, gateToken: 'good' } })
    expect(asked.map(({ action, token }) => [action, token])).toEqual([
      ['signUp', undefined],
      ['signUp', 'good'],
    ])
    const again = auth.signIn(request(), 'passkey', { fields: { ...fields, gateToken: 'good' } })
    await expect(again).rejects.toMatchObject({ reason: 'gate' })
  })

  test('keeps the token from authorize', async () => {
    const { browser, behind } = await house(knows)
    const [, path, fields] = ways[1]
    await submit(browser, path, { ...fields, gateToken: 'good' })
    expect(behind).toEqual(['authorize name,password'])
    expect(await browser.session()).not.toBeNull()
  })

  test('leaves the errors behind it to the sign-in page', async () => {
    const refusing = Credentials({ credentials: { name: {} }, authorize: () => null })
    const { browser } = await house(knows, {}, { providers: [refusing] })
    const answer = await submit(browser, 'callback/credentials', { name: 'ada', gateToken: 'good' })
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.pathname).toBe('/api/auth/signin')
    expect(location.searchParams.get('error')).toBe('CredentialsSignin')
  })

  test('lets a token be tried again after its function failed', async () => {
    let works = false
    const { browser } = await house(async (check) => {
      if (works) return knows(check)
      throw new Error('no route to the judge')
    })
    const [, path, fields] = ways[0]
    const passed = { ...fields, gateToken: 'good' }
    expect((await post(browser, path, passed)).status).toBe(503)
    works = true
    expect((await post(browser, path, passed)).status).toBe(200)
  })

  test('lets one of many parallel attempts with one token pass', async () => {
    const { browser, behind } = await house(knows)
    const [, path, fields] = ways[0]
    const tries = Array.from({ length: 10 }, () =>
      post(browser, path, { ...fields, gateToken: 'good' }),
    )
    const answers = (await Promise.all(tries)).map(({ status }) => status)
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(behind).toHaveLength(1)
  })

  test('leaves those alone who show a passkey, or add one to their user', async () => {
    const open: GateJudge = ({ action, token }) => action === 'signUp' && token === 'good'
    const { browser, asked } = await house(open)
    const options = await begin(browser, 'register', { name: 'Ada', gateToken: 'good' })
    expect(options).toHaveProperty('challenge')
    expect(asked).toHaveLength(1)
    expect(await begin(browser, 'authenticate')).toHaveProperty('challenge')
    expect(asked).toHaveLength(1)
    const member = await house(() => true)
    await signUp(member.browser)
    expect(await begin(member.browser, 'register')).toHaveProperty('challenge')
    expect(member.asked).toHaveLength(1)
  })

  test('tells an application’s own sign-in page by its address', async () => {
    const { browser } = await house(knows, {}, { pages: { signIn: '/login' } })
    const [, path, fields] = ways[0]
    const refused = await submit(browser, path, fields)
    const location = new URL(refused.headers.get('location') ?? '')
    expect(location.pathname).toBe('/login')
    expect(location.searchParams.get('code')).toBe('gate')
  })

  test('leads back to no other site', async () => {
    const { browser } = await house(knows)
    const page = await browser.visit('/api/auth/gate?callbackUrl=https://evil.test/')
    expect(await page.text()).not.toContain('evil.test')
  })

  test('is refused twice in one application', async () => {
    const { browser, log } = await house(knows, {}, { parts: [Gate(knows), Gate(knows)] })
    expect((await browser.visit('/api/auth/signin')).status).toBe(500)
    expect(log.errors[0]).toMatchObject({ code: 'Configuration', field: 'parts' })
  })
})
