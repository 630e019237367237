import { describe, expect, test } from 'vitest'
import { errorOf, program, sessionsIn } from '../attacks/stage.ts'
import { origin } from '../setup.ts'
import {
  ada,
  base,
  flowOf,
  forget,
  goodPassword,
  otherPassword,
  passwordHouse,
  post,
  signedUp,
  signIn,
  signUp,
  userOf,
} from './house.ts'

const forms = [
  ['a sign-up', 'callback/password', { action: 'signUp', email: ada, password: goodPassword }],
  ['a sign-in', 'callback/password', { email: ada, password: goodPassword }],
  ['a forgotten password', 'callback/password', { action: 'forgot', email: ada }],
  ['a change', 'password', { current: goodPassword, password: otherPassword }],
] as const

describe('a page of another site', () => {
  test.each(forms)('gets 403 for %s, and nothing happens', async (_what, path, form) => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    at.mails.length = 0
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site', ...program }
    const answer = await at.browser.submit(`${base}/${path}`, form, headers)
    expect(answer.status).toBe(403)
    expect(sessionsIn(answer)).toEqual([])
    await at.settled()
    expect(at.mails).toEqual([])
    const browser = at.open()
    await signIn(browser)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a program that sends no text', () => {
  const odd: readonly (readonly [string, object])[] = [
    ['an address that is a list', { email: [ada], password: goodPassword }],
    ['a password that is an object', { email: ada, password: { $ne: '' } }],
    ['a password that is a number', { email: ada, password: 123456789012345 }],
    ['no password', { email: ada }],
    ['an action that every object has', { action: 'constructor', email: ada }],
    ['an action that is a list', { action: ['signUp'], email: ada }],
    ['a flow that is an object', { flow: {}, code: '123456' }],
    ['a code that is an object', { flow: 'x', code: {} }],
    ['a token that is a list', { token: ['x'], password: goodPassword }],
    ['fields of a user', { action: 'signUp', email: ada, password: 'short', emailVerified: true }],
  ]

  test.each(odd)('gets 400 to 404 for %s, and nobody is signed in', async (_what, body) => {
    const at = await passwordHouse()
    await signedUp(at, at.open())
    const request = new Request(`${base}/callback/password`, {
      method: 'POST',
      headers: { ...program, 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    })
    const answer = await at.browser.send(request)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(405)
    expect(await at.browser.session()).toBeNull()
    expect(at.log.errors).toEqual([])
  })
})

test('fields of the form become no fields of the user', async () => {
  const at = await passwordHouse()
  const planted = {
    id: 'admin',
    role: 'admin',
    emailVerified: 'yes',
    sessionGeneration: 'x',
    userId: 'u',
  }
  await signedUp(at, at.browser, { ...planted, name: 'Ada' })
  const user = await userOf(at)
  expect(user).toMatchObject({ name: 'Ada', email: ada })
  expect(user?.id).not.toBe('admin')
  expect(user).not.toHaveProperty('role')
})

test('a code of one browser is worth nothing in another', async () => {
  const at = await passwordHouse()
  const flow = flowOf(await signUp(at.browser))
  const { code } = await at.mail()
  const other = at.open()
  expect(errorOf(await post(other, { flow, code }))).toBe('FlowMissing')
  expect(await userOf(at)).toBeNull()
})

test('a code of a sign-up that met an account opens nothing', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.browser)
  const other = at.open()
  const flow = flowOf(await signUp(other, { password: otherPassword }))
  await at.mail()
  for (const code of ['000000', '123456'])
    expect(['CredentialsSignin', 'Verification']).toContain(
      errorOf(await post(other, { flow, code })),
    )
  expect(await other.session()).toBeNull()
})

test('a session that was planted before a sign-in is replaced by another one', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.browser)
  const thief = at.browser.clone()
  await signIn(at.browser)
  expect(await at.browser.session()).not.toBeNull()
  expect(await thief.session()).toBeNull()
})

test.each(['database', 'cookie'] as const)(
  'no password, code, token or hash is in the log, in errors, addresses or pages (%s)',
  async (strategy) => {
    const lines: string[] = []
    const write = (message: unknown) => void lines.push(String(message), JSON.stringify(message))
    const logger = { error: write, warn: write, debug: write }
    const at = await passwordHouse({}, { logger, debug: true, session: { strategy } })
    const shown: string[] = []
    const see = async (answer: Response) => {
      const location = answer.headers.get('location') ?? ''
      shown.push(location, await answer.clone().text())
      return answer
    }
    const asked = await see(await signUp(at.browser))
    const first = await at.mail()
    await see(await at.browser.visit(asked.headers.get('location') ?? ''))
    await see(await post(at.browser, { flow: flowOf(asked), code: '000000' }))
    await see(await post(at.browser, { flow: flowOf(asked), code: first.code }))
    await see(await signIn(at.open(), 'a wrong password that somebody typed'))
    const { link, code } = await forget(at, at.open())
    const other = at.open()
    await see(await other.visit(link))
    await see(await other.submit(link, { password: 'too short a one' }))
    await see(await other.submit(link, { password: otherPassword }))
    await see(await other.submit(link, { password: otherPassword }))
    await see(await other.submit(`${base}/password`, { current: 'wrong', password: goodPassword }))
    await see(
      await other.submit(`${base}/password`, { current: otherPassword, password: goodPassword }),
    )
    await see(await other.visit(`${base}/account`))
    const tokens = [first.link, link].map((each) => new URL(each).searchParams.get('token') ?? '')
    const secrets = [
      goodPassword,
      otherPassword,
      first.code,
      code,
      ...tokens,
      '$argon2id',
      '$scrypt',
    ]
    secrets.push('a wrong password that somebody typed', 'too short a one')
    expect(lines.length).toBeGreaterThan(5)
    for (const secret of secrets) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
      expect(shown.filter((text) => text.includes(secret))).toEqual([])
    }
  },
)
