import { describe, expect, test, vi } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin, setup } from '../setup.ts'
import { plain, program } from './stage.ts'

const callback = '/api/auth/callback/credentials'

/** An application with passwords: everybody's is their name backwards. */
async function passwords(config: Partial<AuthConfig> = {}) {
  const authorize = vi.fn(({ username, password }: { username?: unknown; password?: unknown }) =>
    password === [...String(username)].reverse().join('') ? { id: String(username) } : null,
  )
  const credentials = { username: {}, password: { type: 'password' } }
  const made = await setup({ providers: [Credentials({ credentials, authorize })], ...config })
  const type = (browser: TestBrowser, username: string, password: string, headers = {}) =>
    browser.submit(callback, { username, password }, { ...program, ...headers })
  const guess = (browser: TestBrowser, username: string, count: number, headers = {}) =>
    Promise.all(Array.from({ length: count }, () => type(browser, username, 'wrong', headers)))
  return { ...made, authorize, type, guess }
}

const statuses = (answers: Response[]) => answers.map(({ status }) => status)

describe('a device that signed in before', () => {
  test('is let in while strangers guess at its account', async () => {
    const { browser, open, type, guess } = await passwords()
    await type(browser, 'ada', 'ada')
    await browser.signOut()
    // The first sign-in counted, too.
    expect(statuses(await guess(open(), 'ada', 30)).filter((s) => s === 429)).toHaveLength(21)
    expect((await type(open(), 'ada', 'ada')).status).toBe(429)
    expect((await type(browser, ' ADA ', 'ADA')).status).toBe(401)
    expect((await type(browser, 'ada', 'ada')).status).toBe(200)
    expect(await browser.session()).not.toBeNull()
  })

  test('has ten tries there as well, and copies of its cookie have no more', async () => {
    const { browser, authorize, type, guess } = await passwords()
    await type(browser, 'ada', 'ada')
    authorize.mockClear()
    const answers = await Promise.all([
      guess(browser, 'ada', 15),
      guess(browser.clone(), 'ada', 15),
      guess(browser.clone(), 'ada', 15),
    ])
    expect(statuses(answers.flat()).filter((status) => status === 401)).toHaveLength(10)
    expect(authorize).toHaveBeenCalledTimes(10)
  })

  test('has them for its own account only', async () => {
    const { browser, authorize, type, guess, open } = await passwords()
    await type(browser, 'eve', 'eve')
    authorize.mockClear()
    await guess(browser, 'ada', 15)
    await guess(open(), 'ada', 15)
    expect(authorize).toHaveBeenCalledTimes(10)
  })

  test('signs in although its neighbours used up the tries of their address', async () => {
    const { browser, open, type } = await passwords({ trustHost: true })
    const office = { 'x-forwarded-for': '198.51.100.7' }
    await type(browser, 'ada', 'ada', office)
    const neighbour = open()
    const tries = Array.from({ length: 120 }, (_, n) => type(neighbour, `u${n}`, 'x', office))
    expect(statuses(await Promise.all(tries))).toContain(429)
    expect((await type(browser, 'ada', 'ada', office)).status).toBe(200)
  })

  test('is known by the cookie of a right password: a made-up or foreign one gets 429', async () => {
    const { browser, open, type, guess } = await passwords()
    await guess(browser, 'ada', 10)
    expect([...browser.cookies.keys()].join()).not.toContain('device')
    const elsewhere = await passwords({ secret: 'another-secret-of-sufficient-length-98765' })
    await elsewhere.type(elsewhere.browser, 'ada', 'ada')
    const [[name, foreign] = ['', '']] = [...elsewhere.browser.cookies].filter(([key]) =>
      key.endsWith('.device'),
    )
    expect(name).toBe('__Host-portico.device')
    for (const value of [foreign, 'made-up', `${foreign}x`]) {
      const cookie = `${name}=${value}`
      expect((await type(open(), 'ada', 'ada', { cookie })).status).toBe(429)
    }
  })

  test('is forgotten after half a year', async () => {
    const { browser, open, type, guess, world } = await passwords()
    await type(browser, 'ada', 'ada')
    // The cookie of a browser that forgets nothing.
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    await guess(open(), 'ada', 10)
    expect((await type(open(), 'ada', 'ada', { cookie })).status).toBe(200)
    world.clock.advance('181d')
    await guess(open(), 'ada', 10)
    expect((await type(open(), 'ada', 'ada', { cookie })).status).toBe(429)
  })

  test('is known by a cookie that says nobody’s name and that no script reads', async () => {
    const { browser, auth } = await passwords()
    const request = new Request(`https://app.test${callback}`, {
      method: 'POST',
      headers: { origin: 'https://app.test' },
      body: new URLSearchParams({ username: 'ada', password: 'ada' }),
    })
    const lines = (await auth.handler(request)).headers.getSetCookie()
    const [line = ''] = lines.filter((text) => text.includes('.device='))
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax']) expect(line).toContain(part)
    const [, value = ''] = /=([^;]+)/.exec(line) ?? []
    const parts = value.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect(parts.join('\n')).not.toContain('ada')
    expect(line.length).toBeLessThan(600)
    expect(browser.cookies.size).toBe(0)
  })
})

describe('mails', () => {
  async function mailing(config: Partial<AuthConfig> = {}) {
    const sent: { url: string; code: string }[] = []
    const provider = Email({
      sendVerificationRequest: ({ url, code = '' }) => void sent.push({ url, code }),
    })
    const made = await setup({ providers: [provider], storage: memory(), ...config })
    const ask = (browser: TestBrowser, email = 'ada@people.test') =>
      browser.submit('/api/auth/signin/email', { email }, program)
    return { ...made, sent, ask }
  }

  test('the owner’s device gets one although strangers used up theirs', async () => {
    const { browser, open, sent, ask } = await mailing()
    await ask(browser)
    await browser.visit(sent.at(-1)?.url ?? '')
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    await Promise.all(Array.from({ length: 10 }, () => ask(open())))
    expect(sent).toHaveLength(5)
    expect((await ask(open())).status).toBe(429)
    expect((await ask(browser)).status).toBe(200)
    expect(sent).toHaveLength(6)
  })

  test('the owner’s device signs in by its own code while strangers guess theirs', async () => {
    const { browser, open, sent, ask } = await mailing()
    const flowIn = async (answer: Response) =>
      new URL((await answer.json()).url).searchParams.get('flow') ?? ''
    const typeCode = (who: TestBrowser, flow: string, code: string) =>
      who.submit('/api/auth/callback/email', { flow, code }, program)
    const first = await flowIn(await ask(browser))
    await typeCode(browser, first, sent.at(-1)?.code ?? '')
    await browser.signOut()
    const thief = open()
    const stolen = await flowIn(await ask(thief))
    await Promise.all(Array.from({ length: 20 }, () => typeCode(thief, stolen, '0')))
    const own = await flowIn(await ask(browser))
    expect((await typeCode(browser, own, sent.at(-1)?.code ?? '')).status).toBe(200)
  })
})

describe('visitors whose addresses are not known', () => {
  const limits = { credentials: { perClient: 5, perAccount: 10 } }

  test('one stranger locks nobody else out', async () => {
    const { open, type } = await passwords({ limits })
    const stranger = open()
    await Promise.all(Array.from({ length: 200 }, (_, n) => type(stranger, `u${n}`, 'x')))
    expect((await type(open(), 'ada', 'ada')).status).toBe(200)
  })

  test('an account has two tries left while one stranger tries everywhere', async () => {
    const { open, type, guess, authorize } = await passwords({ limits })
    const stranger = open()
    await Promise.all(Array.from({ length: 60 }, (_, n) => type(stranger, `u${n}`, 'x')))
    authorize.mockClear()
    await guess(open(), 'ada', 30)
    expect(authorize).toHaveBeenCalledTimes(2)
  })

  describe('the log says so in production', () => {
    const production = {
      secret: 'b7Qx2LmZ0sVt9RkYw4HdNf6GcJp1Ua8E',
      runtime: { env: { NODE_ENV: 'production' } },
    }
    const about = (lines: string[]) =>
      lines.filter((line) => line.includes('addresses of visitors'))
    const ask = () => new Request(`${origin}/api/auth/session`)

    test('at the first request, before anybody tries anything, and once', async () => {
      const { auth, open, guess, log } = await passwords(production)
      expect(about(log.warnings)).toEqual([])
      await auth.handler(ask())
      expect(about(log.warnings)).toEqual([expect.stringContaining('AUTH_TRUST_HOST')])
      await auth.handler(ask())
      await guess(open(), 'ada', 5)
      expect(about(log.warnings)).toHaveLength(1)
    })

    test('at the first try of somebody whose address is missing, although it was there before', async () => {
      const { auth, open, guess, log } = await passwords(production)
      await auth.handler(ask(), { address: '198.51.100.7' })
      expect(about(log.warnings)).toEqual([])
      await guess(open(), 'ada', 5)
      expect(about(log.warnings)).toHaveLength(1)
    })

    test('only if neither the server, a trusted proxy nor the application knows them', async () => {
      const known = { 'x-forwarded-for': '198.51.100.7' }
      const byServer = await passwords(production)
      await byServer.auth.handler(ask(), { address: '198.51.100.7' })
      const byProxy = await passwords({ ...production, trustHost: true })
      await byProxy.auth.handler(new Request(ask(), { headers: known }))
      await byProxy.guess(byProxy.open(), 'ada', 5, known)
      const byApplication = await passwords({ ...production, clientIp: () => '198.51.100.7' })
      await byApplication.auth.handler(ask())
      await byApplication.guess(byApplication.open(), 'ada', 5)
      for (const { log } of [byServer, byProxy, byApplication])
        expect(about(log.warnings)).toEqual([])
    })

    test('only if something is limited, and not while developing', async () => {
      const limitless = await passwords({ ...production, limits: false })
      const platforms = await setup({ ...production, providers: [plain] })
      const developing = await passwords({ runtime: { env: { NODE_ENV: 'development' } } })
      for (const { auth, log } of [limitless, platforms, developing]) {
        await auth.handler(ask())
        expect(about(log.warnings)).toEqual([])
      }
    })
  })

  test('a form that names no account is limited all the same', async () => {
    const authorize = vi.fn(() => null)
    const pin = Credentials({ credentials: { pin: { type: 'password' } }, authorize })
    const { open } = await setup({ providers: [pin], limits: { credentials: { perClient: 1 } } })
    const tries = Array.from({ length: 30 }, () => open().submit(callback, { pin: '1' }, program))
    await Promise.all(tries)
    expect(authorize).toHaveBeenCalledTimes(10)
  })
})
