import { describe, expect, test } from 'vitest'
import { emulator, turnstile, turnstileToken } from '../../src/emulator/index.ts'

const secret = 'practice-secret-of-turnstile'
const siteverify = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const earned = { action: 'mail', hostname: 'app.test' }

async function world() {
  const widgets = [
    { siteKey: 'practice-turnstile', secretKey: secret },
    { siteKey: 'narrow', secretKey: 'narrow-secret', hostnames: ['app.test'] },
  ]
  const at = await emulator({ platforms: [turnstile({ widgets })], now: Date.now() })
  const verify = async (body: object, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json' }
    const question = { method: 'POST', headers, body: JSON.stringify(body), ...init }
    const response = await at.fetch(siteverify, question)
    return { status: response.status, ...(await response.json()) }
  }
  return { ...at, verify, earn: () => turnstileToken(at, earned) }
}

const refused = (code: string) => ({ success: false, 'error-codes': [code] })

describe('the practice siteverify', () => {
  test('says what a token was earned for, once', async () => {
    const { verify, earn, clock } = await world()
    const response = await earn()
    expect(await verify({ secret, response })).toMatchObject({
      ...{ status: 200, success: true, 'error-codes': [], ...earned },
      challenge_ts: new Date(clock.now()).toISOString(),
    })
    expect(await verify({ secret, response })).toMatchObject(refused('timeout-or-duplicate'))
  })

  test('takes a form as well', async () => {
    const { verify, earn } = await world()
    const body = new URLSearchParams({ secret, response: await earn() })
    expect(await verify({}, { headers: {}, body })).toMatchObject({ success: true })
  })

  test('answers the same question again, if its idempotency key says so', async () => {
    const { verify, earn } = await world()
    const question = { secret, response: await earn(), idempotency_key: crypto.randomUUID() }
    const first = await verify(question)
    expect(first).toMatchObject({ success: true })
    expect(await verify(question)).toEqual(first)
    const other = { ...question, idempotency_key: crypto.randomUUID() }
    expect(await verify(other)).toMatchObject(refused('timeout-or-duplicate'))
  })

  test('takes a token for five minutes', async () => {
    const { verify, earn, clock } = await world()
    const [first, second] = [await earn(), await earn()]
    clock.advance('299s')
    expect(await verify({ secret, response: first })).toMatchObject({ success: true })
    clock.advance('1s')
    const answer = await verify({ secret, response: second })
    expect(answer).toMatchObject(refused('timeout-or-duplicate'))
  })

  test.each([
    ['missing-input-secret', 200, { response: 'x' }],
    ['invalid-input-secret', 200, { secret: 'wrong', response: 'x' }],
    ['missing-input-response', 200, { secret }],
    ['invalid-input-response', 200, { secret, response: 'x'.repeat(2049) }],
    ['bad-request', 400, { secret, response: 'x', idempotency_key: '1' }],
    ['bad-request', 400, { secret, response: 'x', remoteip: 'localhost' }],
    ['bad-request', 400, { secret, response: 'x', sitekey: 'practice-turnstile' }],
    ['bad-request', 400, { secret, response: 7 }],
  ])('answers %s with %d to %j', async (code, status, question) => {
    const { verify } = await world()
    expect(await verify(question)).toMatchObject({ status, ...refused(code) })
  })

  test('refuses a token of another widget', async () => {
    const { verify, earn } = await world()
    const question = { secret: 'narrow-secret', response: await earn() }
    expect(await verify(question)).toMatchObject(refused('invalid-input-response'))
  })

  test.each([
    ['internal-error', refused('internal-error')],
    ['foreign-host', { success: true, hostname: 'elsewhere.invalid' }],
    ['other-action', { success: true, action: 'something-else' }],
  ])('can be made to answer %s', async (answer, expected) => {
    const { verify, earn, next } = await world()
    next({ endpoint: 'siteverify', answer })
    expect(await verify({ secret, response: await earn() })).toMatchObject(expected)
  })
})

describe('the practice widget', () => {
  test.each([
    ['an unknown site key', { siteKey: 'unknown', ...earned }],
    ['a host that is not registered', { siteKey: 'narrow', action: 'mail', hostname: 'evil.test' }],
    ['a malformed action', { action: 'a b', hostname: 'app.test' }],
    ['an action of more than 32 letters', { action: 'a'.repeat(33), hostname: 'app.test' }],
  ])('gives no token to %s', async (_, asked) => {
    await expect(turnstileToken(await world(), asked)).rejects.toThrow('no token')
  })

  test('stands on the overview without people who could sign in', async () => {
    const { handler } = await world()
    const page = await (await handler(new Request('http://127.0.0.1/'))).text()
    expect(page).toContain('Cloudflare Turnstile')
    expect(page).toContain('practice-turnstile')
    expect(page).not.toContain('Sign this browser out')
  })
})
