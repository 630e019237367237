import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actions } from '../../src/client/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { addAuthenticator, haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, serve } from './place.ts'

const script = `
  import { createClient } from '../../src/client/index.ts'
  const client = createClient()
  client.subscribe(({ session }) => {
    document.title = session === undefined ? '…' : (session?.user.name ?? session?.user.email ?? 'nobody')
  })
  Object.assign(globalThis, { client })
`

describe.runIf(haveChromium('the actions of the client'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  let page: Page
  let code = ''

  beforeAll(async () => {
    browser = await launch()
    files = await bundle(script)
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    place = await serve(() => '<body><script type="module" src="/page.js"></script>', files, {
      storage: memory(),
      providers: [
        TikTok({ clientId: 'a', clientSecret: 'b', kit: 'desktop' }),
        Passkey,
        Email({
          sendVerificationRequest: (mail) => {
            code = mail.code
          },
        }),
        Credentials({
          credentials: { name: {}, password: { type: 'password' } },
          authorize: ({ name, password }) =>
            password === 'lovelace' ? { id: String(name), name: String(name) } : null,
        }),
      ],
      limits: { credentials: { perAccount: 2, seconds: 60 } },
    })
    page = await browser.newPage()
    await page.goto(place.origin)
    await page.waitForFunction(() => document.title === 'nobody')
  })
  afterEach(async () => {
    await page.close()
    await place.close()
  })

  /** The answer of an action, or the error that it rejects with. */
  const act = (action: keyof Actions, ...values: unknown[]) =>
    page.evaluate(
      ([name, given]) =>
        Reflect.get(globalThis, 'client')
          [name](...given)
          .catch((error: Error) => ({ ...error, message: error.message })),
      [action, values] as const,
    )

  test('a mail brings a code, and the code signs in without leaving the page', async () => {
    const { flow, url } = await act('signIn', 'email', {
      email: 'ada@example.test',
      redirect: false,
    })
    expect(url).toContain('/verify-request?')
    expect(await act('signIn', 'email', { flow, code: '000000x', redirect: false })).toMatchObject({
      code: 'CredentialsSignin',
      status: 401,
    })
    await act('signIn', 'email', { flow, code, redirect: false })
    expect(await page.title()).toBe('ada@example.test')
  })

  test('a name and a password sign in; a wrong one, and one too many, are told apart', async () => {
    const wrong = { name: 'ada', password: 'byron', redirect: false }
    expect(await act('signIn', 'credentials', wrong)).toMatchObject({ code: 'CredentialsSignin' })
    await act('signIn', 'credentials', wrong)
    expect(await act('signIn', 'credentials', wrong)).toMatchObject({
      code: 'RateLimited',
      message: 'Too many attempts',
      retryAfter: 60,
      status: 429,
    })
    await act('signIn', 'credentials', { name: 'grace', password: 'lovelace', redirect: false })
    expect(await page.title()).toBe('grace')
  })

  test('a platform is gone to, with the page to come back to', async () => {
    const { url } = await act('signIn', 'tiktok', { redirect: false })
    expect(new URL(url).hostname).toBe('www.tiktok.com')
    expect(Object.keys(await act('providers'))).toEqual([
      'tiktok',
      'passkey',
      'email',
      'credentials',
    ])
  })

  test('a passkey signs up and in, is added to, and what it takes is loaded only then', async () => {
    const scripts: string[] = []
    page.on('request', (request) => void scripts.push(request.url()))
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const authenticatorId = await addAuthenticator(cdp)
    await act('providers')
    const loaded = () => scripts.filter((url) => /ceremony/.test(url))
    expect(loaded()).toEqual([])
    await act('signIn', 'passkey', { action: 'register', name: 'Ada', redirect: false })
    expect(await page.title()).toBe('Ada')
    expect(loaded()).toHaveLength(1)
    expect(await act('accounts')).toMatchObject([{ provider: 'passkey', type: 'webauthn' }])
    expect(await act('unlink', 'passkey')).toMatchObject({ code: 'LastMethod' })
    await act('signOut', { redirect: false })
    await act('signIn', 'passkey', { redirect: false })
    expect(await page.title()).toBe('Ada')
    await act('signOut', { redirect: false })
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    expect(await act('signIn', 'passkey', { redirect: false })).toMatchObject({
      code: 'Cancelled',
    })
  })

  test('without a network an action says so', async () => {
    await act('providers')
    await page.context().setOffline(true)
    expect(await act('signOut')).toMatchObject({ code: 'Offline' })
    expect(await act('accounts')).toMatchObject({ code: 'Offline' })
  })
})
