import { expect, test } from 'vitest'
import { type Emulator, emulator, google, tiktok } from '../../src/emulator/index.ts'
import { Auth, type AuthConfig } from '../../src/index.ts'
import { mark } from '../../src/inspector/mask.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Google from '../../src/providers/google.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { typeCode } from '../methods/mail-house.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'
const password = 'correct-horse-battery-staple'
const keys = {
  google: { clientId: 'google-client', clientSecret: 'a-secret-that-google-gave-us-000001' },
  tiktok: { clientId: 'sbawpractice000001', clientSecret: 'practice-secret-of-the-sandbox-01' },
}

interface Mailed {
  url: string
  token: string
  code: string
}

async function develop(config: Partial<AuthConfig> = {}) {
  const { clientId: client_id, clientSecret: client_secret } = keys.google
  const redirect_uris = [`${origin}/api/auth/callback/google`]
  const world = await emulator({
    platforms: [tiktok(), google({ apps: [{ client_id, client_secret, redirect_uris }] })],
    now: Date.now(),
  })
  const mails: Mailed[] = []
  const said: string[] = []
  const auth = Auth({
    providers: [
      TikTok({ ...keys.tiktok, kit: 'desktop' }),
      Google(keys.google),
      Email({
        sendVerificationRequest: ({ url, token, code }) => void mails.push({ url, token, code }),
      }),
      Credentials({
        credentials: { name: {}, password: { type: 'password' }, 'mother-maiden-name': {} },
        authorize: (typed) => (typed.password === password ? { id: '1', name: 'Ada' } : null),
      }),
    ],
    secret,
    storage: memory(),
    session: { strategy: 'cookie' },
    logger: { warn: (line) => void said.push(line), error() {} },
    ...config,
    runtime: {
      fetch: world.fetch,
      now: world.clock.now,
      env: { NODE_ENV: 'development' },
      ...config.runtime,
    },
  })
  const browser = createBrowser({
    origin,
    app: auth.handler,
    now: world.clock.now,
    atPlatform: (url, choice) => world.approve(url, choice),
  })
  await browser.session()
  await browser.visit(toldAddress(said))
  return { auth, browser, world, mails }
}

/** Everything that opens something, as the platforms gave it out and the application sent it. */
function handedOut(world: Emulator): string[] {
  const { codes, tokens } = world.snapshot().state
  const sent = world.received.flatMap(({ url, body, headers }) => {
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
    const pairs = [...new URL(url).searchParams, ...fields, ...Object.entries(headers)]
    return pairs.filter(([name]) =>
      /^(state|nonce|code|code_verifier|code_challenge|client_secret|authorization)$/.test(name),
    )
  })
  return [...codes.keys(), ...tokens.keys(), ...sent.map(([, value]) => String(value))]
}

/** The pages of the inspector that tell of sign-ins, and what they let one download. */
async function everyPage(browser: TestBrowser): Promise<string> {
  const list = await (await browser.visit('/api/auth/inspect')).text()
  const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)].map(
    ([, path = '']) => path,
  )
  const pages = [list]
  for (const path of paths.flatMap((one) => [one, `${one}.json`])) {
    pages.push(await (await browser.visit(path)).text())
  }
  return [...pages, await (await browser.visit('/api/auth/inspect/mail')).text()].join('\n')
}

test('every page and download of the inspector leaves secrets out', async () => {
  const { browser, world, mails } = await develop()
  const cookies = new Set<string>()
  const remember = () => {
    // Which provider was used last is no secret.
    for (const [name, value] of browser.cookies) if (!name.endsWith('.last')) cookies.add(value)
  }
  await browser.start('google')
  remember()
  await browser.signIn('google', { as: 'ada' })
  remember()
  await browser.signIn('tiktok', { as: 'ada' })
  remember()
  world.next({ platform: 'google', endpoint: 'token', answer: 'lost' })
  await browser.signIn('google', { as: 'noor' })
  await browser.submit('/api/auth/signin/email', { email: 'ada@people.test' })
  remember()
  await browser.visit(mails[0]?.url ?? '')
  const sent = await browser.submit('/api/auth/signin/email', { email: 'noor@people.test' })
  await typeCode(browser, sent, '135791')
  await typeCode(browser, sent, mails[1]?.code ?? '')
  await browser.submit('/api/auth/callback/credentials', {
    name: 'Ada',
    password,
    'mother-maiden-name': 'Byron-Milbanke',
  })
  await browser.submit('/api/auth/callback/credentials', {
    name: 'Ada',
    password: 'wrong-but-nearly-right',
  })
  remember()
  const shown = await everyPage(browser)
  expect(shown.match(/<h1>Sign-in with/g)).toHaveLength(8)
  const typed = ['135791', password, 'wrong-but-nearly-right', 'Byron-Milbanke']
  const mailed = mails.flatMap(({ token, code, url }) => [token, code, url])
  const configured = [secret, keys.google.clientSecret, keys.tiktok.clientSecret]
  const secrets = [...handedOut(world), ...cookies, ...typed, ...mailed, ...configured]
  const long = secrets.filter((one) => one.length >= 6)
  expect(long.length).toBeGreaterThan(30)
  const forms = (one: string) => [
    one,
    encodeURIComponent(one),
    Buffer.from(one).toString('base64url'),
  ]
  expect(long.filter((one) => forms(one).some((form) => shown.includes(form)))).toEqual([])
  // A part of a secret would shorten the guessing. (The beginning of a state is the name of its flow, which everybody may see.)
  const parts = long.filter((one) => one.length >= 24).map((one) => one.slice(-12))
  expect(parts.filter((part) => shown.includes(part))).toEqual([])
  // What a person made up could be found by its mark.
  expect(typed.filter((one) => shown.includes(`mark ${mark(one)}`))).toEqual([])
})

test('a platform’s error is shown without the secrets that it repeats', async () => {
  const { browser, world } = await develop()
  const answer = ({ form }: { form: URLSearchParams }) =>
    Response.json(
      {
        error: 'invalid_grant',
        error_description: `no code ${form.get('code')} by ${form.get('client_secret')}`,
      },
      { status: 400 },
    )
  world.next({ platform: 'google', endpoint: 'token', answer })
  await browser.signIn('google', { as: 'ada' })
  const shown = await everyPage(browser)
  expect(shown).toContain('invalid_grant')
  expect(handedOut(world).filter((one) => shown.includes(one))).toEqual([])
})

test('a mail is there as it was sent, so that a sign-in can be finished from it', async () => {
  const { browser, mails } = await develop()
  await browser.submit('/api/auth/signin/email', { email: 'ada@people.test' })
  expect(await (await browser.visit('/api/auth/inspect/mail')).text()).toContain(
    'to ada@people.test',
  )
  const mail = await browser.visit('/api/auth/inspect/mail/1/text')
  expect(await mail.text()).toContain(mails[0]?.url)
  expect(mail.headers.get('content-security-policy')).toContain('sandbox')
})
