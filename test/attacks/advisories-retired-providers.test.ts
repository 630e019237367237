import { describe, expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import type { Auth, AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Google from '../../src/providers/google.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { addPasskey, begin } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { badge, pin } from '../methods/two-steps.ts'
import { arrival, origin, setup } from '../setup.ts'
import { practice, keys as tiktokKeys } from '../tiktok/practice.ts'
import { base, evil, idp, outside, plain, program, sessionsIn } from './stage.ts'

// CVE-2026-1486, CVE-2026-2603: a provider that was switched off still signed people in.

const mailed: { url: string; code: string }[] = []
const mail = Email({
  from: 'hello@acme.test',
  sendVerificationRequest: async ({ url, code }) => void mailed.push({ url, code }),
})
const password = Credentials({
  credentials: { name: {} },
  authorize: ({ name }) => ({ id: String(name), name: String(name) }),
})

/** An application, and the same one after a deployment that takes some providers away. Storage and secret stay. */
async function deployed(before: AuthConfig['providers'], after: AuthConfig['providers']) {
  const world = await outside()
  const storage = memory({ now: world.clock.now })
  const config = { storage, session: { strategy: 'database' as const } }
  const old = await setup({ providers: before, ...config }, world)
  const { auth } = await setup({ providers: after, ...config }, world)
  return { ...old, next: auth, storage, world }
}

function send(auth: ReturnType<typeof Auth>, browser: TestBrowser, request: Request) {
  const headers = new Headers(request.headers)
  headers.set('cookie', [...browser.cookies].map((pair) => pair.join('=')).join('; '))
  return auth.handler(new Request(request, { headers }))
}

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { origin, ...program },
  body: new URLSearchParams(fields),
})

async function refused(answer: Promise<Response>, status = 404): Promise<void> {
  const response = await answer
  expect(response.status).toBe(status)
  expect(sessionsIn(response)).toEqual([])
}

describe('a provider that was taken away', () => {
  test('answers 404 at its callback, and its platform is not asked', async () => {
    const { browser, next, world, storage } = await deployed([plain, idp], [plain])
    const back = String(await world.approve(await browser.start('idp'), { as: 'ada' }))
    const asked = world.received.length
    await refused(send(next, browser, new Request(back, { headers: program })))
    expect(world.received).toHaveLength(asked)
    const account = { provider: 'idp', providerAccountId: 'ada' }
    expect(await storage.getUserByAccount(account)).toBeNull()
  })

  test('answers 404 to a link that it began, and the user keeps one account', async () => {
    const { browser, next, world, storage } = await deployed([plain, idp], [plain])
    await browser.signIn('plain', { as: 'ada' })
    const id = (await browser.session())?.user.id ?? ''
    const url = await browser.start('idp', { link: 'true' })
    const back = String(await world.approve(url, { as: 'ada' }))
    await refused(send(next, browser, new Request(back, { headers: program })))
    expect(await storage.listAccounts(id)).toHaveLength(1)
  })

  test('answers 400 at the callback of another one, and no platform is asked', async () => {
    const { browser, next, world } = await deployed([plain, idp], [plain, evil])
    const back = new URL(String(await world.approve(await browser.start('idp'), { as: 'ada' })))
    const asked = world.received.length
    for (const id of ['plain', 'evil']) {
      back.pathname = `/api/auth/callback/${id}`
      await refused(send(next, browser, new Request(back, { headers: program })), 400)
    }
    expect(world.received).toHaveLength(asked)
  })

  test('gives out no tokens and refreshes none, though the account is stored', async () => {
    const { browser, auth, next, world } = await deployed([plain, idp], [plain])
    await browser.signIn('idp', { as: 'ada' })
    const id = (await browser.session())?.user.id ?? ''
    expect(await auth.accessToken({ userId: id }, 'idp')).toBeTruthy()
    const asked = world.received.length
    for (const wait of ['1s', '2d'] as const) {
      world.clock.advance(wait)
      await expect(next.accessToken({ userId: id }, 'idp')).rejects.toMatchObject({
        code: 'NotFound',
      })
    }
    expect(world.received).toHaveLength(asked)
  })

  test('answers 404 to a link and a code that it mailed, and makes no user', async () => {
    const { browser, next, storage } = await deployed([plain, mail], [plain])
    const sent = await browser.submit(`${base}/signin/email`, { email: 'ada@corp.test' })
    const { url, code } = mailed.at(-1) ?? { url: '', code: '' }
    const flow = new URL(sent.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    await refused(send(next, browser, new Request(url, { headers: program })))
    await refused(send(next, browser, new Request(url, form({}))))
    const typed = new Request(`${base}/callback/email`, form({ code, flow }))
    await refused(send(next, browser, typed))
    expect(await storage.getUserByEmail('ada@corp.test')).toBeNull()
  })

  test('answers 404 to a password', async () => {
    const { browser, next } = await deployed([plain, password], [plain])
    const request = new Request(`${base}/callback/credentials`, form({ name: 'ada' }))
    await refused(send(next, browser, request))
  })

  test('answers 404 to a passkey, registered or new, and the stored one stays', async () => {
    const { browser, open, next, storage } = await deployed([plain, Passkey], [plain])
    await browser.signIn('plain', { as: 'ada' })
    const key = softKey(origin)
    expect((await addPasskey(browser, key)).status).toBe(200)
    const id = (await browser.session())?.user.id ?? ''
    const thief = open()
    const data = key.get(await begin(thief, 'authenticate'))
    const json = { origin, ...program, 'content-type': 'application/json' }
    const ask = (path: string, body: object) =>
      new Request(`${base}/${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const finish = ask('callback/passkey', { action: 'authenticate', data })
    await refused(send(next, thief, finish))
    const another = softKey(origin).create(await begin(browser, 'register'))
    await refused(
      send(next, browser, ask('callback/passkey', { action: 'register', data: another })),
    )
    await refused(send(next, browser, ask('webauthn-options/passkey', { action: 'register' })))
    expect(await storage.listAuthenticatorsByUserId(id)).toHaveLength(1)
  })

  test('answers 401 to the second step after its first one', async () => {
    const { browser, next } = await deployed([badge, pin], [pin])
    await browser.submit(`${base}/callback/badge`, { holder: 'ada' })
    expect([...browser.cookies.keys()].join()).toContain('.pending')
    const second = new Request(`${base}/callback/pin`, form({ pin: '1234' }))
    await refused(send(next, browser, second.clone() as Request), 401)
    // Where it is still there, the same two steps sign in.
    await browser.submit(`${base}/callback/pin`, { pin: '1234' })
    expect(await browser.session()).not.toBeNull()
  })

  test('leaves a person one way in less: removing the last answers LastMethod', async () => {
    const { browser, next, storage } = await deployed([plain, idp], [plain])
    await browser.signIn('plain', { as: 'ada' })
    await browser.signIn('idp', { as: 'ada', link: true })
    const id = (await browser.session())?.user.id ?? ''
    await expect(next.accounts.unlink({ userId: id }, 'plain')).rejects.toMatchObject({
      code: 'LastMethod',
    })
    expect(await storage.listAccounts(id)).toHaveLength(2)
  })
})

test('Google’s button signs nobody in once One Tap is off, or Google is gone', async () => {
  const keys = { clientId: 'one-tap', clientSecret: 'one-tap-secret' }
  const login_uri = `${base}/callback/google`
  const app = { client_id: keys.clientId, client_secret: keys.clientSecret }
  const world = await emulator({
    platform: 'google',
    apps: [{ ...app, redirect_uris: [login_uri] }],
  })
  const asked = { client_id: keys.clientId, login_uri, g_csrf_token: 'token' }
  const click = async (providers: AuthConfig['providers']) => {
    const { browser } = await setup({ providers, storage: memory() }, world)
    const page = await world.fetch(
      `https://accounts.google.com/gsi/select?${new URLSearchParams(asked)}`,
    )
    const body = new URLSearchParams(await ((await arrival(page)) as Request).text())
    const headers = { ...program, cookie: 'g_csrf_token=token' }
    return browser.send(new Request(login_uri, { method: 'POST', headers, body }))
  }
  const oneTap = 'without-nonce' as const
  expect(sessionsIn(await click([Google({ ...keys, oneTap })]))).toHaveLength(1)
  await refused(click([Google(keys)]), 400)
  await refused(click([plain]))
})

test('a webhook of a platform that was taken away gets 404, and the account stays', async () => {
  const world = await emulator(practice())
  const storage = memory()
  const tiktok = TikTok(tiktokKeys)
  const old = await setup({ providers: [tiktok], storage }, world)
  await old.browser.signIn('tiktok', { as: 'ada' })
  const id = (await old.browser.session())?.user.id ?? ''
  const { auth } = await setup({ providers: [plain], storage }, world)
  const before = await storage.listAccounts(id)
  const fetch: typeof globalThis.fetch = (input, init) => auth.handler(new Request(input, init))
  const order = { event: 'authorization.removed', content: { reason: 1 }, as: 'ada', fetch }
  expect((await world.webhook(order)).status).toBe(404)
  expect(await storage.listAccounts(id)).toEqual(before)
})
