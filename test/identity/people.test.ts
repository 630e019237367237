import { expect, test } from 'vitest'
import { emulator, oauth2, tiktok as practiceTiktok } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'
import { signUp } from '../methods/ceremonies.ts'
import { origin, secret, setup } from '../setup.ts'
import { keys, practice, tiktok } from '../tiktok/practice.ts'

function requestOf(browser: TestBrowser): Request {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie } })
}

/** Another platform that the application has, so that its account is a way in. */
const other = {
  id: 'other',
  name: 'Other',
  type: 'oauth',
  clientId: 'x',
  clientSecret: 'y',
  authorization: 'https://other.test/authorize',
  token: 'https://other.test/token',
  userinfo: 'https://other.test/me',
} as const

async function signedIn(config = {}) {
  const parts = await tiktok({}, config)
  await parts.browser.signIn('tiktok', { as: 'ada' })
  const user = (await parts.browser.session())?.user.id ?? ''
  expect(user).not.toBe('')
  return { ...parts, user }
}

test('a person sees where they are signed in, and ends one of these sessions', async () => {
  const { auth, browser, open } = await signedIn()
  const elsewhere = open()
  await elsewhere.signIn('tiktok', { as: 'ada' })
  const sessions = await auth.sessions.list(requestOf(browser))
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
  const other = sessions.find(({ current }) => !current)
  await auth.sessions.end(requestOf(browser), other?.id ?? '')
  expect(await elsewhere.session()).toBeNull()
  expect(await browser.session()).not.toBeNull()
})

test('the name of a session gets null as its cookie', async () => {
  const { auth, browser } = await signedIn()
  const [session] = await auth.sessions.list(requestOf(browser))
  expect(session?.id).toMatch(/^[\w-]{20,}$/)
  const thief = new Request(origin, {
    headers: { cookie: `__Host-portico.session=${session?.id}` },
  })
  expect(await auth.session(thief)).toBeNull()
})

test('a new address is unproven, and the same one stays proven', async () => {
  const { auth, browser, storage, user } = await signedIn()
  const emailVerified = new Date(1_700_000_000_000)
  await auth.users.update({ userId: user }, { email: 'ada@example.test', emailVerified })
  expect(await storage.getUser(user)).toMatchObject({ emailVerified })
  await auth.users.update(requestOf(browser), { name: 'Ada L.' })
  await auth.users.update(requestOf(browser), { name: 'Ada', email: 'ada@example.test' })
  expect(await storage.getUser(user)).toMatchObject({ name: 'Ada', emailVerified })
  const changed = await auth.users.update(requestOf(browser), { email: 'owner@example.test' })
  expect(changed).toMatchObject({ email: 'owner@example.test', emailVerified: null })
  await auth.users.update({ userId: user }, { email: 'ada@example.test', emailVerified })
  await auth.users.update({ userId: user }, { email: null })
  expect(await storage.getUser(user)).toMatchObject({ email: null, emailVerified: null })
})

test('ending a session of somebody else answers NotFound, and it goes on', async () => {
  const { auth, browser, open } = await signedIn()
  const noor = open()
  await noor.signIn('tiktok', { as: 'noor' })
  const [hers] = await auth.sessions.list(requestOf(noor))
  await expect(auth.sessions.end(requestOf(browser), hers?.id ?? '')).rejects.toMatchObject({
    code: 'NotFound',
  })
  expect(await noor.session()).not.toBeNull()
})

test('sign out everywhere, or everywhere else', async () => {
  const { auth, browser, open, user } = await signedIn()
  const elsewhere = open()
  await elsewhere.signIn('tiktok', { as: 'ada' })
  expect(await auth.sessions.endAll(requestOf(browser), { keepCurrent: true })).toBe(1)
  expect(await elsewhere.session()).toBeNull()
  expect(await browser.session()).not.toBeNull()
  expect(await auth.sessions.endAll({ userId: user })).toBe(1)
  expect(await browser.session()).toBeNull()
})

test('the account page asks a stranger to sign in first, and to come back', async () => {
  const { open } = await signedIn()
  const sent = await open().visit('/api/auth/account')
  const page = new URL(sent.headers.get('location') ?? '')
  expect(page.searchParams.get('error')).toBe('SessionRequired')
  expect(page.searchParams.get('callbackUrl')).toBe(`${origin}/api/auth/account`)
})

test('removing the last way in leads back to the account, which says why', async () => {
  const { browser } = await signedIn()
  const form = { action: 'disconnect', provider: 'tiktok' }
  const refused = await browser.submit('/api/auth/account', form)
  expect(refused.status).toBe(303)
  const page = await browser.visit(refused.headers.get('location') ?? '')
  const told = await page.text()
  expect(told).toMatch(/role="alert"><strong>This is your only way to sign in/)
  expect(told).toContain('Platforms')
})

test('removing the last way in answers LastMethod', async () => {
  const { auth, user } = await signedIn()
  await expect(auth.accounts.unlink({ userId: user }, 'tiktok')).rejects.toMatchObject({
    code: 'LastMethod',
  })
  await expect(auth.accounts.unlink({ userId: user }, 'github')).rejects.toMatchObject({
    code: 'NotFound',
  })
})

test('an account that is disconnected is taken back at the platform', async () => {
  const { auth, user, storage, world } = await signedIn({ providers: [TikTok(keys), other] })
  await storage.linkAccount({
    provider: 'other',
    providerAccountId: '1',
    type: 'oauth',
    userId: user,
  })
  await auth.accounts.unlink({ userId: user }, 'tiktok')
  expect(world.received.some(({ endpoint }) => endpoint === 'revoke')).toBe(true)
  expect((await auth.accounts.list({ userId: user })).map(({ provider }) => provider)).toEqual([
    'other',
  ])
})

test('a person leaves a platform that cannot be reached, and the log says so', async () => {
  const { auth, user, storage, world, log } = await signedIn({
    providers: [TikTok(keys), other],
  })
  await storage.linkAccount({
    provider: 'other',
    providerAccountId: '1',
    type: 'oauth',
    userId: user,
  })
  world.next({ endpoint: 'revoke', answer: 'cut' })
  await auth.accounts.unlink({ userId: user }, 'tiktok')
  expect(await auth.accounts.list({ userId: user })).toHaveLength(1)
  expect(log.warnings.join()).toContain('could not be revoked')
})

test('a deleted person is gone: tokens, sessions, accounts, user', async () => {
  const { auth, browser, user, storage, world } = await signedIn()
  await auth.users.delete(requestOf(browser))
  expect(world.received.some(({ endpoint }) => endpoint === 'revoke')).toBe(true)
  expect(await browser.session()).toBeNull()
  expect(await storage.getUser(user)).toBeNull()
  expect(await storage.listAccounts(user)).toEqual([])
})

test('a change that the application makes to a person is seen in their session', async () => {
  const { auth, browser, user } = await signedIn()
  await auth.users.update({ userId: user }, { name: 'Ada L.' })
  expect((await browser.session())?.user.name).toBe('Ada L.')
})

test('the audit log tells who did what, without secrets', async () => {
  const { auth, browser, open, user, storage } = await signedIn()
  const elsewhere = open()
  await elsewhere.signIn('tiktok', { as: 'ada' })
  await elsewhere.submit('/api/auth/signout')
  await auth.sessions.endAll(requestOf(browser))
  const entries = await auth.users.audit({ userId: user })
  const events = ['createUser', 'endSessions', 'linkAccount', 'signIn', 'signIn', 'signOut']
  expect(entries.map(({ event }) => event).sort()).toEqual(events)
  const [account] = await storage.listAccounts(user)
  const [session] = browser.cookies.values()
  for (const secret of [account?.access_token, account?.refresh_token, session]) {
    expect(secret).toMatch(/^.{20,}$/)
    expect(JSON.stringify(entries)).not.toContain(secret)
  }
})

test('the account page shows what belongs to a person; its forms act', async () => {
  const { browser, open } = await signedIn()
  const elsewhere = open()
  await elsewhere.signIn('tiktok', { as: 'ada' })
  const page = await browser.visit('/api/auth/account')
  expect(page.status).toBe(200)
  const text = await page.text()
  expect(text).toMatch(/Your account[\s\S]*TikTok[\s\S]*Where you are signed in/)
  expect(text).toMatch(/Where you are signed in<\/h2><ul><li((?!<\/li>).)*This device/)
  expect(text).toContain(`<a href="${origin}/">Back`)
  await browser.submit('/api/auth/account', { action: 'endOthers' })
  expect(await elsewhere.session()).toBeNull()
  const gone = await browser.submit('/api/auth/account', { action: 'delete', confirm: 'yes' })
  expect(gone.headers.get('location')).toBe(`${origin}/api/auth/signout`)
  expect(await browser.session()).toBeNull()
})

test('a program is told what belongs to a person', async () => {
  const storage = memory()
  const { browser } = await setup({ storage, providers: [Passkey, other] })
  await signUp(browser)
  const user = (await browser.session())?.user
  await storage.linkAccount({
    ...other,
    providerAccountId: '1',
    provider: 'other',
    userId: user?.id ?? '',
  })
  const answer = await browser.visit('/api/auth/account', { accept: 'application/json' })
  expect(await answer.json()).toMatchObject({
    user: { name: 'Ada' },
    accounts: [{ provider: 'passkey' }, { provider: 'other', providerAccountId: '1' }],
    passkeys: [{ name: 'Passkey' }],
    sessions: [{ current: true }],
  })
})

test('sessions in cookies are neither listed nor ended from elsewhere, and nobody pretends', async () => {
  const { auth, browser } = await tiktok({}, { session: { strategy: 'cookie' } })
  await browser.signIn('tiktok', { as: 'ada' })
  const refused = { code: 'Unsupported', field: 'session.strategy' }
  await expect(auth.sessions.list(requestOf(browser))).rejects.toMatchObject(refused)
  await expect(auth.sessions.endAll(requestOf(browser))).rejects.toMatchObject(refused)
  await expect(auth.sessions.end(requestOf(browser), 'x')).rejects.toMatchObject(refused)
  const page = await (await browser.visit('/api/auth/account')).text()
  expect(page).toContain('Platforms')
  expect(page).not.toContain('Where you are signed in')
})

test('without a storage the account page is where the session can be ended: there is nothing else', async () => {
  const world = await emulator(practice())
  const { auth, browser } = await setup({ providers: [TikTok(keys)] }, world)
  await browser.signIn('tiktok', { as: 'ada' })
  const page = await browser.visit('/api/auth/account')
  expect(page.headers.get('location')).toBe(`${origin}/api/auth/signout`)
  const json = { accept: 'application/json' }
  expect(await (await browser.visit('/api/auth/account', json)).json()).toMatchObject({
    user: { name: 'Ada' },
    accounts: [],
    sessions: [],
  })
  const refused = { code: 'Unsupported', url: expect.not.stringContaining('tiktok.com') }
  await expect(auth.link(requestOf(browser), 'tiktok')).rejects.toMatchObject(refused)
})

test('a person who is deleted while they change their name gets SessionRequired', async () => {
  const kept = memory()
  const leaving: { id?: string } = {}
  const storage: Storage = {
    ...kept,
    async transaction(work) {
      if (leaving.id) await kept.deleteUser(leaving.id)
      return kept.transaction(work)
    },
  }
  const { auth, browser } = await tiktok({}, { storage })
  await browser.signIn('tiktok', { as: 'ada' })
  const { user } = (await browser.session()) ?? {}
  leaving.id = user?.id ?? ''
  const form = { action: 'update', name: 'Ada L.' }
  const answer = await browser.submit('/api/auth/account', form, { accept: 'application/json' })
  expect(await answer.json()).toMatchObject({ error: 'SessionRequired' })
  const byId = auth.users.update({ userId: leaving.id }, { name: 'Ada L.' })
  await expect(byId).rejects.toMatchObject({ code: 'NotFound' })
})

test('people say how they are called, and the application hears of it', async () => {
  const told: unknown[] = []
  const { browser, storage } = await tiktok(
    {},
    { events: { updateUser: ({ user, request }) => void told.push([user.name, request?.method]) } },
  )
  await browser.signIn('tiktok', { as: 'ada' })
  const form = { action: 'update', name: ' Ada L. ', email: 'root@x.test', id: 'x' }
  await browser.submit('/api/auth/account', form)
  const { user } = (await browser.session()) ?? {}
  expect(user?.name).toBe('Ada L.')
  expect(told).toEqual([['Ada L.', 'POST']])
  expect((await storage.getUser(user?.id ?? ''))?.email ?? null).toBeNull()
})

test.each([
  ['an unknown action', { action: 'promote' }, 400],
  ['deletion without confirmation', { action: 'delete' }, 400],
  ['a name that is none', { action: 'update', name: '  ' }, 400],
  ['disconnecting the last way in', { action: 'disconnect', provider: 'tiktok' }, 409],
])('the account page refuses %s', async (_, form, status) => {
  const { browser } = await signedIn()
  const response = await browser.submit('/api/auth/account', form, { accept: 'application/json' })
  expect(response.status).toBe(status)
  expect(await browser.session()).not.toBeNull()
})

test('another site gets 403 at the account page, and the person stays signed in', async () => {
  const { browser } = await signedIn()
  const form = { action: 'delete', confirm: 'yes' }
  const response = await browser.submit('/api/auth/account', form, {
    'sec-fetch-site': 'cross-site',
  })
  expect(response.status).toBe(403)
  expect(await browser.session()).not.toBeNull()
})

test('a signed-in person connects a second platform, and either one signs them in', async () => {
  const club = {
    id: 'club',
    apps: [
      {
        client_id: 'c',
        client_secret: 'club-secret',
        redirect_uris: [`${origin}/api/auth/callback/club`],
      },
    ],
    authorize: { url: 'https://club.test/authorize' },
    token: { url: 'https://club.test/token' },
    resources: [{ url: 'https://club.test/me', answer: () => ({ id: 7, name: 'Ada' }) }],
  }
  const app = {
    client_key: keys.clientId,
    client_secret: keys.clientSecret,
    web: [`${origin}/api/auth/callback/tiktok`],
  }
  const world = await emulator({ platforms: [practiceTiktok({ apps: [app] }), oauth2(club)] })
  const storage = memory()
  const auth = Auth({
    url: origin,
    secret,
    runtime: { env: { NODE_ENV: 'test' }, fetch: world.fetch, now: world.clock.now },
    storage,
    providers: [
      TikTok(keys),
      {
        id: 'club',
        name: 'Club',
        type: 'oauth',
        clientId: 'c',
        clientSecret: 'club-secret',
        authorization: 'https://club.test/authorize',
        token: 'https://club.test/token',
        userinfo: 'https://club.test/me',
      },
    ],
  })
  const open = () =>
    createBrowser({
      origin,
      app: auth.handler,
      now: world.clock.now,
      atPlatform: (url, choice) => world.approve(url, choice),
    })
  const browser = open()
  await browser.signIn('tiktok', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  await browser.signIn('club', { link: true })
  expect(
    (await auth.accounts.list({ userId: user })).map(({ provider }) => provider).sort(),
  ).toEqual(['club', 'tiktok'])
  const later = open()
  await later.signIn('club')
  expect((await later.session())?.user.id).toBe(user)
  await auth.accounts.unlink({ userId: user }, 'tiktok')
  expect(await auth.accounts.list({ userId: user })).toHaveLength(1)
})
