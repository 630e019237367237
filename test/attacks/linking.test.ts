import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { begin } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { arrival, origin } from '../setup.ts'
import { base, errorOf, idp, plain, program, type Stage, sessionsIn, stage } from './stage.ts'

/** The same platform, answering with a cross-site POST as Apple does. */
const posting = {
  ...idp,
  authorization: { url: 'https://idp.test/authorize', params: { response_mode: 'form_post' } },
}

const providers: AuthConfig['providers'] = [plain, idp, Passkey]

/** Somebody signs in and starts to connect a platform; the browser is then copied. */
async function connecting(provider: string, config: Partial<AuthConfig> = {}) {
  const at = await stage({ providers, ...config })
  await at.browser.signIn('plain', { as: 'ada' })
  const url = await at.browser.start(provider, { link: 'true' })
  return { ...at, url, userId: (await at.browser.session())?.user.id ?? '' }
}

/** A program starts a sign-in with JSON. */
async function startedWith(link: unknown) {
  const { browser } = await stage({ providers })
  const headers = { ...program, 'content-type': 'application/json', origin }
  const body = JSON.stringify({ link })
  const request = new Request(`${base}/signin/plain`, { method: 'POST', headers, body })
  return (await browser.send(request)).json()
}

test.each([false, 'false', undefined])('a program that says link: %j signs in', async (link) => {
  expect((await startedWith(link)).url).toContain('https://plain.test/')
})

test.each([true, 'true'])('a program that says link: %j must be signed in', async (link) => {
  expect(await startedWith(link)).toMatchObject({ error: 'SessionRequired' })
})

/** The thief's own account comes back, by GET or by the platform's POST. */
async function comeBack(at: Stage, browser: TestBrowser, url: string, method?: 'POST') {
  const back = await arrival(await at.world.decide(url, { as: 'noor' }))
  if (back instanceof Request) return browser.send(back, { crossSite: true })
  if (!method) return browser.visit(back)
  const { origin: place, pathname, searchParams } = new URL(back)
  const headers = { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' }
  const request = new Request(place + pathname, { method, headers, body: searchParams })
  return browser.send(request)
}

const withoutSession = (browser: TestBrowser) => {
  const only = [...browser.cookies].filter(([name]) => name.includes('.flow.'))
  return only.map((pair) => pair.join('=')).join('; ')
}

describe.each([
  ['plain', plain],
  ['idp', idp],
  ['idp that POSTs', posting],
])('connecting %s, begun before', (_, platform) => {
  const begun = (config: Partial<AuthConfig> = {}) =>
    connecting(platform.id, {
      providers: [plain, platform].slice(platform === plain ? 1 : 0),
      ...config,
    })

  test('“sign out everywhere” gets SessionRequired after it, by whatever request', async () => {
    for (const method of [undefined, 'POST'] as const) {
      const at = await begun()
      const thief = at.browser.clone()
      await at.auth.sessions.endAll({ userId: at.userId })
      const answer = await comeBack(at, thief, at.url, method)
      expect(errorOf(answer)).toBe('SessionRequired')
      expect(sessionsIn(answer)).toEqual([])
      expect(await at.storage.listAccounts(at.userId)).toHaveLength(1)
    }
  })

  test('another sign-in of the same person gets SessionRequired', async () => {
    const at = await begun()
    const flows = withoutSession(at.browser)
    const other = at.open()
    await other.signIn('plain', { as: 'ada' })
    const session = [...other.cookies].map((pair) => pair.join('=')).join('; ')
    await at.auth.sessions.endAll({ userId: at.userId })
    const back = await arrival(await at.world.decide(at.url, { as: 'noor' }))
    const headers = new Headers(back instanceof Request ? back.headers : {})
    headers.set('cookie', `${flows}; ${session}`)
    const request = new Request(back, { headers })
    expect(errorOf(await at.auth.handler(request))).toBe('SessionRequired')
    expect(await at.storage.listAccounts(at.userId)).toHaveLength(1)
  })

  test('a session that ends while the application decides connects nothing', async () => {
    const hasty: { end?: () => unknown } = {}
    const at = await begun({
      callbacks: {
        async signIn() {
          await hasty.end?.()
          return true
        },
      },
    })
    hasty.end = () => at.storage.deleteSessions(at.userId)
    expect(errorOf(await comeBack(at, at.browser, at.url))).toBe('SessionRequired')
    expect(await at.storage.listAccounts(at.userId)).toHaveLength(1)
  })

  test('the person who asked and stayed is connected', async () => {
    const at = await begun()
    const answer = await comeBack(at, at.browser, at.url)
    expect(errorOf(answer)).toBeNull()
    expect(await at.storage.listAccounts(at.userId)).toHaveLength(2)
  })
})

test('only a platform that was asked to POST is excused for a missing session', async () => {
  const at = await connecting('idp')
  const cookie = withoutSession(at.browser)
  const back = new URL(String(await arrival(await at.world.decide(at.url, { as: 'noor' }))))
  const request = new Request(back.origin + back.pathname, {
    method: 'POST',
    headers: { cookie, origin: 'https://idp.test' },
    body: back.searchParams,
  })
  expect(errorOf(await at.auth.handler(request))).toBe('SessionRequired')
  expect(await at.storage.listAccounts(at.userId)).toHaveLength(1)
})

/** Sends as a program does that has the browser's cookies and its csrf token, and says nothing of where it comes from. */
async function sendAsProgram(browser: TestBrowser, path: string, body: object) {
  const { csrfToken } = await (await browser.visit(`${base}/csrf`)).json()
  const request = new Request(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ ...body, csrfToken }),
  })
  return (await browser.send(request)).json()
}

test('a passkey that was asked for before “sign out everywhere” gets SessionRequired after it', async () => {
  const at = await stage({ providers })
  await at.browser.signIn('plain', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const options = await begin(at.browser, 'register')
  const thief = at.browser.clone()
  await at.auth.sessions.endAll({ userId })
  const body = { action: 'register', data: softKey(origin).create(options) }
  expect(await sendAsProgram(thief, '/callback/passkey', body)).toMatchObject({
    error: 'SessionRequired',
  })
  expect(await at.auth.passkeys.list({ userId })).toEqual([])
})

test('an address that was asked for before “sign out everywhere” gets SessionRequired after it', async () => {
  const sent: string[] = []
  const mail = Email({ sendVerificationRequest: ({ code }) => void sent.push(code) })
  const at = await stage({ providers: [plain, mail] }, [{ id: 'joan', name: 'Joan' }])
  await at.browser.signIn('plain', { as: 'joan' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const form = { email: 'thief@x.test', link: 'true' }
  const started = await at.browser.submit(`${base}/signin/email`, form)
  const flow = new URL(started.headers.get('location') ?? '').searchParams.get('flow') ?? ''
  const thief = at.browser.clone()
  await at.auth.sessions.endAll({ userId })
  expect(await sendAsProgram(thief, '/callback/email', { code: sent[0], flow })).toMatchObject({
    error: 'SessionRequired',
  })
  expect((await at.storage.getUser(userId))?.email ?? null).toBeNull()
})
