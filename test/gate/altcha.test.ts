import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { Altcha } from '../../src/parts/altcha.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { post } from '../methods/ceremonies.ts'
import { setup } from '../setup.ts'

async function house(config: Partial<AuthConfig> = {}) {
  const mails: string[] = []
  const at = await setup({
    providers: [
      Email({ sendVerificationRequest: ({ identifier }) => void mails.push(identifier) }),
      Credentials({ credentials: { name: {} }, authorize: () => ({ id: 'ada' }) }),
      Passkey,
    ],
    storage: memory(),
    session: { strategy: 'cookie' },
    parts: [Altcha({ cost: 1 })],
    ...config,
  })
  return { ...at, mails }
}

/** A challenge, as `GET /altcha` answers it. */
interface Challenge {
  parameters: Record<'nonce' | 'salt' | 'keyPrefix', string> &
    Record<'cost' | 'keyLength' | 'expiresAt', number>
  signature: string
}

async function challenge(browser: TestBrowser, action: string): Promise<Challenge> {
  return (await browser.visit(`/api/auth/altcha?action=${action}`)).json()
}

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** Written from ALTCHA's description, with Node's own PBKDF2, so that it shares no mistake with the page's script. */
async function solutions({ parameters }: Challenge, count = 1): Promise<number[]> {
  const { pbkdf2Sync } = await import('node:crypto')
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters
  const found: number[] = []
  for (let counter = 0; found.length < count; counter++) {
    const end = Buffer.alloc(4)
    end.writeUInt32BE(counter)
    const password = Buffer.concat([fromHex(nonce), end])
    const key = pbkdf2Sync(password, fromHex(salt), cost, keyLength, 'sha256').toString('hex')
    if (key.startsWith(keyPrefix)) found.push(counter)
  }
  return found
}

function token(asked: Challenge, counter: number | undefined, more: object = {}): string {
  return btoa(JSON.stringify({ challenge: asked, solution: { counter, ...more } }))
}

async function earn(browser: TestBrowser, action: string): Promise<string> {
  const asked = await challenge(browser, action)
  const [counter] = await solutions(asked)
  return token(asked, counter)
}

const mail = (browser: TestBrowser, gateToken: string) =>
  post(browser, 'signin/email', { email: 'ada@example.com', gateToken })

describe('ALTCHA', () => {
  test.each([
    ['mail', 'signin/email', { email: 'ada@example.com' }],
    ['credentials', 'callback/credentials', { name: 'ada' }],
    ['signUp', 'webauthn-options/passkey', { action: 'register', name: 'Ada' }],
  ])('lets a solved challenge for %s pass', async (action, path, fields) => {
    const { browser } = await house()
    expect((await post(browser, path, fields)).status).toBe(403)
    const gateToken = await earn(browser, action)
    expect((await post(browser, path, { ...fields, gateToken })).status).toBe(200)
  })

  test('takes a challenge once, however its answer is written and by whichever solution', async () => {
    const { browser, mails } = await house()
    const asked = await challenge(browser, 'mail')
    const [first, second] = await solutions(asked, 2)
    expect((await mail(browser, token(asked, first))).status).toBe(200)
    expect((await mail(browser, token(asked, first, { time: 1 }))).status).toBe(403)
    expect((await mail(browser, token(asked, second))).status).toBe(403)
    expect(mails).toHaveLength(1)
  })

  test('takes a challenge for its own action only', async () => {
    const { browser, mails } = await house()
    expect((await mail(browser, await earn(browser, 'credentials'))).status).toBe(403)
    expect(mails).toEqual([])
  })

  test('takes a challenge of its own origin only', async () => {
    const { browser, mails } = await house()
    const elsewhere = await house({ url: 'https://other.test' })
    const response = await elsewhere.auth.handler(
      new Request('https://other.test/api/auth/altcha?action=mail'),
    )
    const asked: Challenge = await response.json()
    const [counter] = await solutions(asked)
    expect((await mail(browser, token(asked, counter))).status).toBe(403)
    expect(mails).toEqual([])
  })

  test('takes a challenge for ten minutes', async () => {
    const { browser, world } = await house()
    const [first, second] = [await earn(browser, 'mail'), await earn(browser, 'mail')]
    world.clock.advance('9m')
    expect((await mail(browser, first)).status).toBe(200)
    world.clock.advance('1m')
    expect((await mail(browser, second)).status).toBe(403)
  })

  test('refuses what solves nothing, was changed, or is no token', async () => {
    const { browser, mails } = await house({ limits: false })
    const asked = await challenge(browser, 'mail')
    const [counter = 0] = await solutions(asked)
    const easy = { ...asked.parameters, keyPrefix: '', cost: 1 }
    const wrong = [
      token(asked, counter + 1_000_000_007),
      token(asked, -1),
      token(asked, 2 ** 32),
      token(asked, undefined),
      token({ parameters: easy, signature: 'x' }, counter),
      token({ parameters: easy, signature: asked.signature }, counter === 0 ? 1 : 0),
      'null',
      btoa('null'),
      '%',
    ]
    const answers = await Promise.all(wrong.map((one) => mail(browser, one)))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 403))
    expect(mails).toEqual([])
  })

  test('asks for the name of an action', async () => {
    const { browser } = await house()
    expect((await browser.visit('/api/auth/altcha?action=a%20b')).status).toBe(400)
    expect((await browser.visit('/api/auth/altcha')).status).toBe(400)
  })

  test('puts its script on the sign-in page beside that of passkeys, and tells people without scripts', async () => {
    const { browser } = await house()
    const response = await browser.visit('/api/auth/signin')
    const page = await response.text()
    expect(page.match(/<script[^>]*src="[^"]*"/g)).toEqual([
      '<script type="module" src="/api/auth/altcha.js"',
      '<script type="module" src="/api/auth/passkey.js"',
    ])
    expect(page.match(/data-altcha="[^"]*"/g)).toEqual([
      'data-altcha="/api/auth/altcha?action=mail"',
      'data-altcha="/api/auth/altcha?action=credentials"',
      'data-altcha="/api/auth/altcha?action=signUp"',
    ])
    expect(page).toContain('<noscript><small>This form needs JavaScript')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    const script = await browser.visit('/api/auth/altcha.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
  })

  test('guards the form that asks for another mail', async () => {
    const { browser } = await house()
    const { body } = await mail(browser, await earn(browser, 'mail'))
    const page = await (await browser.visit(body.url)).text()
    expect(page).toContain('data-altcha="/api/auth/altcha?action=mail"')
    expect(page).toContain('src="/api/auth/altcha.js"')
  })

  test.each([0, 1.5, Number.NaN, 2_000_000])('refuses a cost of %s', (cost) => {
    expect(() => Altcha({ cost })).toThrow('cost')
  })
})
