import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { Turnstile } from '../../src/parts/turnstile.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import GitHub from '../../src/providers/github.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { type Answer, post } from '../methods/ceremonies.ts'
import { setup } from '../setup.ts'
import {
  type Earned,
  type LocalSiteverify,
  localSiteverify,
  secretKey,
} from './local-siteverify.ts'

const siteKey = '0x4AAAAAAA-site'
const token = 'a-token-0123456789-of-Cloudflare'
const cloudflare = 'https://challenges.cloudflare.com'

let siteverify: LocalSiteverify

beforeEach(async () => {
  siteverify = await localSiteverify()
})
afterEach(() => siteverify.close())

async function house(config: Partial<AuthConfig> = {}, env: Record<string, string> = {}) {
  const mails: string[] = []
  const at = await setup({
    providers: [
      Email({ sendVerificationRequest: ({ identifier }) => void mails.push(identifier) }),
      Credentials({ credentials: { name: {} }, authorize: () => ({ id: 'ada' }) }),
      Passkey,
    ],
    storage: memory(),
    session: { strategy: 'cookie' },
    // Production takes no secret that stands in a repository.
    secret: randomBytes(32).toString('base64'),
    parts: [Turnstile({ siteKey, secretKey })],
    ...config,
    runtime: { fetch: siteverify.fetch, env, ...config.runtime },
  })
  return { ...at, mails }
}

type House = Awaited<ReturnType<typeof house>>

/** What Cloudflare says of a token that was earned here and now, for a mail. */
function good({ world }: House): Required<Earned> {
  const challenge_ts = new Date(world.clock.now()).toISOString()
  return { hostname: 'app.test', action: 'mail', challenge_ts }
}

function mail(browser: TestBrowser, gateToken?: string): Promise<Answer> {
  return post(browser, 'signin/email', { email: 'ada@example.com', gateToken })
}

describe('Turnstile', () => {
  test('lets a token pass that Cloudflare knows, and asks with everything it needs', async () => {
    const at = await house({ clientIp: () => '192.0.2.7' })
    siteverify.earn(token, good(at))
    expect((await mail(at.browser, token)).status).toBe(200)
    expect(at.mails).toEqual(['ada@example.com'])
    expect(siteverify.asked).toEqual([
      {
        secret: secretKey,
        response: token,
        remoteip: '192.0.2.7',
        idempotency_key: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      },
    ])
  })

  test('takes a token once, without asking Cloudflare again', async () => {
    const at = await house()
    siteverify.earn(token, good(at))
    expect((await mail(at.browser, token)).status).toBe(200)
    siteverify.earn(token, good(at))
    expect(await mail(at.browser, token)).toMatchObject({ status: 403, body: { code: 'gate' } })
    expect(siteverify.asked).toHaveLength(1)
    expect(at.mails).toHaveLength(1)
  })

  test('believes Cloudflare that a token was used elsewhere, or is too old', async () => {
    const at = await house()
    expect(await mail(at.browser, token)).toMatchObject({ status: 403, body: { code: 'gate' } })
    expect(at.log.warnings.join()).toContain('timeout-or-duplicate')
    expect(at.mails).toEqual([])
  })

  test.each<[string, string, Earned]>([
    ['another host', 'another host', { hostname: 'evil.test' }],
    ['a host that ends in ours', 'another host', { hostname: 'not-app.test' }],
    ['no host', 'another host', { hostname: undefined }],
    ['another action', 'another action', { action: 'credentials' }],
    ['no action', 'another action', { action: '' }],
    ['another hour', 'another time', { challenge_ts: '2020-01-01T00:00:00Z' }],
    ['a time to come', 'another time', { challenge_ts: '2999-01-01T00:00:00Z' }],
    ['no moment', 'another time', { challenge_ts: 'soon' }],
  ])('refuses a token for %s, and tells the developer why', async (_, why, earned) => {
    const at = await house()
    siteverify.earn(token, { ...good(at), ...earned })
    expect(await mail(at.browser, token)).toMatchObject({ status: 403, body: { code: 'gate' } })
    expect(at.mails).toEqual([])
    expect(at.log.warnings.join()).toContain(why)
  })

  test('takes tokens from the pages of origins that may act', async () => {
    const at = await house({ trustedOrigins: [{ origin: 'https://www.app.test', act: true }] })
    siteverify.earn(token, { ...good(at), hostname: 'www.app.test' })
    expect((await mail(at.browser, token)).status).toBe(200)
  })

  test.each([
    ['none', undefined],
    ['one that is longer than any', `${'x'.repeat(2048)}1`],
  ])('refuses %s without asking Cloudflare', async (_, sent) => {
    const at = await house()
    expect((await mail(at.browser, sent)).status).toBe(403)
    expect(siteverify.asked).toEqual([])
  })

  const json =
    (body: unknown, status = 200) =>
    (response: ServerResponse) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
  const huge = (response: ServerResponse) =>
    response.end(`{"success":true,"x":"${'x'.repeat(2e6)}"}`)

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['500', json('Internal Server Error', 500)],
    ['500 and success', json({ success: true, hostname: 'app.test', action: 'mail' }, 500)],
    ['an error of its own', json({ success: false, 'error-codes': ['internal-error'] })],
    ['text', json('<!doctype html>')],
    ['nothing', json('')],
    ['null', json('null')],
    ['a list', json([true])],
    ['a success that is a word', json({ success: 'true', hostname: 'app.test', action: 'mail' })],
    ['an error that it does not document', json({ success: false, 'error-codes': [token] })],
    ['more than a megabyte', huge],
    ['half an answer', (response) => response.writeHead(200).write('{', () => response.destroy())],
    ['a redirect', (response) => response.writeHead(302, { location: '/' }).end()],
  ])('stays closed with 503 if Cloudflare answers with %s, twice', async (_, answer) => {
    const at = await house()
    siteverify.next(answer, answer)
    const failed = await mail(at.browser, token)
    expect(failed).toMatchObject({ status: 503, body: { code: 'gate-failed' } })
    expect(at.mails).toEqual([])
    expect(siteverify.asked).toHaveLength(2)
  })

  test('asks a second time with the same key if an answer was lost', async () => {
    const at = await house()
    siteverify.earn(token, good(at))
    siteverify.next((response) => response.destroy())
    expect((await mail(at.browser, token)).status).toBe(200)
    const [first, second] = siteverify.asked
    expect(second).toEqual(first)
    expect(second).toHaveProperty('idempotency_key')
  })

  test('stays closed with 503 if Cloudflare takes too long, and lets the token be tried again', async () => {
    const at = await house({ parts: [Turnstile({ siteKey, secretKey, timeout: 200 })] })
    siteverify.next(() => {})
    expect(await mail(at.browser, token)).toMatchObject({ status: 503 })
    expect(siteverify.asked).toHaveLength(1)
    siteverify.earn(token, good(at))
    expect((await mail(at.browser, token)).status).toBe(200)
  })

  test('stays closed if the secret is wrong, and names that in the log', async () => {
    const at = await house({ parts: [Turnstile({ siteKey, secretKey: `${secretKey}-not` })] })
    siteverify.earn(token, good(at))
    expect((await mail(at.browser, token)).status).toBe(503)
    expect(String(at.log.errors[0]?.cause)).toContain('invalid-input-secret')
  })

  test('writes neither token nor secret into the log', async () => {
    const lines: string[] = []
    const write = (line: unknown) =>
      void lines.push(line instanceof Error ? `${line.message} ${line.cause}` : String(line))
    const at = await house({ debug: true, logger: { error: write, warn: write, debug: write } })
    siteverify.next(
      json({ success: false, 'error-codes': [`${token} ${secretKey}`] }),
      json(`${token} ${secretKey}`),
    )
    await mail(at.browser, token)
    await mail(at.browser, `${token}-unknown`)
    siteverify.earn(token, good(at))
    await mail(at.browser, token)
    const text = lines.join('\n')
    expect(text).toContain('could not decide')
    expect(text).toContain('gate: mail passed')
    expect(text).not.toContain(token)
    expect(text).not.toContain(secretKey)
  })
})

describe('the pages', () => {
  const policyOf = (response: Response) => {
    const rules = response.headers.get('content-security-policy')?.split('; ') ?? []
    return Object.fromEntries(rules.map((rule) => [rule.split(' ')[0], rule]))
  }

  test('let Cloudflare’s script in where a form needs it', async () => {
    const { browser } = await house()
    const response = await browser.visit('/api/auth/signin')
    const page = await response.text()
    expect(page.match(/data-turnstile="[^"]*"/g)).toEqual([
      'data-turnstile="mail"',
      'data-turnstile="credentials"',
      'data-turnstile="signUp"',
    ])
    expect(page).toContain('<script type="module" src="/api/auth/turnstile.js">')
    expect(page).toContain('<noscript><small>This form needs JavaScript')
    expect(policyOf(response)).toMatchObject({
      'script-src': `script-src 'self' ${cloudflare}`,
      'frame-src': `frame-src ${cloudflare}`,
      'default-src': "default-src 'none'",
    })
  })

  test('let nobody in where no form needs it', async () => {
    const { browser } = await house({ providers: [GitHub({ clientId: 'a', clientSecret: 'b' })] })
    for (const path of ['signin', 'signout', 'gate', 'error?error=AccessDenied']) {
      const { headers } = await browser.visit(`/api/auth/${path}`)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).not.toContain('cloudflare')
    }
  })

  test('serve a script that has the site key, and never the secret', async () => {
    const { browser } = await house()
    const script = await browser.visit('/api/auth/turnstile.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    const text = await script.text()
    expect(text).toContain(`"${siteKey} ${cloudflare}/turnstile/v0/api.js?render=explicit"`)
    expect(text).not.toContain(secretKey)
  })
})

describe('the keys', () => {
  const variables = { AUTH_TURNSTILE_SITE_KEY: siteKey, AUTH_TURNSTILE_SECRET_KEY: secretKey }
  const testKeys = {
    AUTH_TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    AUTH_TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
  }
  const dummy = { success: true, hostname: 'example.com', action: '', challenge_ts: '2022-10-06' }

  test('come from the environment', async () => {
    const at = await house({ parts: [Turnstile()] }, variables)
    siteverify.earn(token, good(at))
    expect((await mail(at.browser, token)).status).toBe(200)
    expect(await (await at.browser.visit('/api/auth/turnstile.js')).text()).toContain(siteKey)
  })

  test.each(Object.keys(variables))(
    'refuse every request in production if %s is missing',
    async (name) => {
      const env = { ...variables, NODE_ENV: 'production', [name]: '' }
      const { browser, log } = await house({ parts: [Turnstile()] }, env)
      expect((await mail(browser, token)).status).toBe(500)
      expect((await browser.visit('/api/auth/signin')).status).toBe(500)
      expect(log.errors[0]).toMatchObject({
        code: 'Configuration',
        hint: expect.stringContaining(name),
      })
    },
  )

  test('for tests are refused in production', async () => {
    const env = { ...testKeys, NODE_ENV: 'production' }
    const { browser, log } = await house({ parts: [Turnstile()] }, env)
    expect((await mail(browser, 'XXXX.DUMMY.TOKEN.XXXX')).status).toBe(500)
    expect(log.errors[0]?.message).toContain('a test key')
  })

  test('for tests work in development, where one token is everybody’s', async () => {
    const at = await house({ parts: [Turnstile()] }, testKeys)
    siteverify.next(
      (response) => response.end(JSON.stringify(dummy)),
      (response) => response.end(JSON.stringify(dummy)),
      (response) =>
        response.end(JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] })),
    )
    const sent = await Promise.all([1, 2].map(() => mail(at.browser, 'XXXX.DUMMY.TOKEN.XXXX')))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await mail(at.browser, 'XXXX.DUMMY.TOKEN.XXXX')).status).toBe(403)
  })

  test.each(['a key"', 'a key', ''])('refuse a site key that is none: %j', async (written) => {
    const env = { NODE_ENV: 'production' }
    const parts = [Turnstile({ siteKey: written, secretKey })]
    const { browser, log } = await house({ parts }, env)
    expect((await browser.visit('/api/auth/signin')).status).toBe(500)
    expect(log.errors[0]).toMatchObject({ code: 'Configuration', field: 'parts' })
  })
})
