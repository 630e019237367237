import { expect, test } from 'vitest'
import { emulator, google } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import type { FlowRecord } from '../../src/inspector/flow-record.ts'
import { listPage } from '../../src/inspector/pages/list.ts'
import { html } from '../../src/pages/html.ts'
import Credentials from '../../src/providers/credentials.ts'
import Google from '../../src/providers/google.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { softKey } from '../methods/soft-key.ts'
import { secret } from '../setup.ts'
import { inspectorCookie } from './key.ts'

const origin = 'http://localhost:3000'
const password = 'p@ssword-of.ada'

/** An application with a platform, passkeys and a password, while it is developed. */
async function develop() {
  const clientId = 'google-client'
  const clientSecret = 'a-secret-that-google-gave-us-000001'
  const redirect_uris = [`${origin}/api/auth/callback/google`]
  const app = { client_id: clientId, client_secret: clientSecret, redirect_uris }
  const world = await emulator({ platforms: [google({ apps: [app] })], now: Date.now() })
  const said: string[] = []
  const auth = Auth({
    providers: [
      Google({ clientId, clientSecret }),
      Passkey,
      Credentials({
        credentials: { email: {}, password: { type: 'password' }, next: {} },
        authorize: () => null,
      }),
    ],
    secret,
    url: origin,
    storage: memory(),
    logger: { warn: (line) => void said.push(line), error() {} },
    runtime: { fetch: world.fetch, now: world.clock.now, env: { NODE_ENV: 'development' } },
  })
  const cookie = await inspectorCookie(auth, said, origin)
  const read = async (path = '') => {
    const request = new Request(`${origin}/api/auth/inspect${path}`, { headers: { cookie } })
    return (await auth.handler(request)).text()
  }
  const open = () =>
    createBrowser({
      ...{ origin, app: auth.handler, now: world.clock.now },
      atPlatform: (url, choice) => world.approve(url, choice),
    })
  return { browser: open(), open, read }
}

/** The newest sign-in, as it can be downloaded. */
async function newest(read: (path?: string) => Promise<string>): Promise<string> {
  const [, path = ''] = /inspect(\/[\w-]{16})"/.exec(await read()) ?? []
  return read(`${path}.json`)
}

/** Sends what the page's script sends. */
async function post(browser: TestBrowser, path: string, body: object) {
  const headers = { accept: 'application/json', origin, 'content-type': 'application/json' }
  const url = `${origin}/api/auth/${path}/passkey`
  const response = await browser.send(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  return response.json()
}

/** Somebody new makes a passkey. */
async function signUp(browser: TestBrowser, name = 'Ada') {
  const key = softKey(origin)
  const fields = { action: 'register', callbackUrl: `${origin}/`, name }
  const { options } = await post(browser, 'webauthn-options', fields)
  const told = await post(browser, 'callback', { ...fields, data: key.create(options) })
  expect(told).toEqual({ url: `${origin}/` })
  return key
}

const ask = { action: 'authenticate' }

async function typePassword(browser: TestBrowser): Promise<void> {
  const next = `${origin}/inbox`
  const callbackUrl = `${origin}/`
  const typed = { email: 'ada@people.test', password, next, callbackUrl }
  await browser.submit('/api/auth/callback/credentials', typed)
}

test('shows the application’s own addresses after a form with a password named one', async () => {
  const { browser, read } = await develop()
  await typePassword(browser)
  expect(await newest(read)).not.toContain(password)
  await browser.signIn('google', { as: 'ada', callbackUrl: `${origin}/inbox` })
  const flow = await newest(read)
  expect(flow.match(/"redirect_uri",\s+"http/g)?.length).toBeGreaterThan(1)
  expect(flow).not.toMatch(/"(redirect_uri|callbackUrl|referer)",\s+"•/)
  expect(flow).toContain(`${origin}/inbox`)
  expect(flow).toContain('ada@people.test')
})

test('shows the name and the address of somebody who signed up with a passkey', async () => {
  const { browser, open, read } = await develop()
  await signUp(browser, 'Augusta Ada King')
  expect(await newest(read)).toContain('Augusta Ada King')
  await open().signIn('google', { as: 'ada' })
  expect(await newest(read)).toContain(`${origin}/api/auth/callback/google`)
})

test('lists a passkey once it is answered, and not each view of the sign-in page', async () => {
  const { browser, open, read } = await develop()
  const key = await signUp(browser)
  const before = (await read()).match(/id="flow-/g)?.length
  const other = open()
  await other.visit('/api/auth/signin')
  await post(other, 'webauthn-options', ask)
  const { options } = await post(other, 'webauthn-options', ask)
  expect((await read()).match(/id="flow-/g)).toHaveLength(before ?? 0)
  await post(other, 'callback', { ...ask, data: key.get(options) })
  const list = await read()
  expect(list.match(/id="flow-/g)).toHaveLength((before ?? 0) + 1)
  expect(list).toContain('Signed in')
})

test('counts one step as one', () => {
  const entry = { at: 0, from: 'app', to: 'app', title: 'Starts the sign-in' } as const
  const flow: FlowRecord = {
    ...{ id: 'one', provider: { id: 'google', name: 'Google', type: 'oidc' }, startedAt: 0 },
    ...{ promised: { checks: [] }, entries: [entry], facts: {}, lifetimes: [] },
    outcome: 'under way',
  }
  const place = { base: '/inspect', version: 1, signInPage: '/signin' }
  const shown = (entries: FlowRecord['entries']) =>
    html`${listPage([{ ...flow, entries }], place).body}`.markup
  expect(shown([entry])).toContain('>1 step<')
  expect(shown([entry, entry])).toContain('>2 steps<')
})
