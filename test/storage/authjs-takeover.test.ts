import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Auth as AuthJs, type AuthConfig as AuthJsConfig } from '@auth/core'
import { KyselyAdapter, KyselyAuth } from '@auth/kysely-adapter'
import { SqliteDialect } from 'kysely'
import Database from 'libsql'
import { afterEach, expect, test, vi } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { emulator, oauth2 } from '../../src/emulator/index.ts'
import Email from '../../src/providers/email.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { sql } from '../../src/storage/sql.ts'
import { createBrowser } from '../../src/testing.ts'
import { origin, secret, setup } from '../setup.ts'
import { kyselyTables } from './authjs-tables.ts'
import { temporaryFolder } from './servers.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const platform = oauth2({
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
  resources: [
    { url: 'https://club.test/me', answer: () => ({ id: '7', name: 'Ada', email: 'ada@x.test' }) },
  ],
})

const club = {
  id: 'club',
  name: 'Club',
  type: 'oauth' as const,
  clientId: 'c',
  clientSecret: 'club-secret',
  authorization: 'https://club.test/authorize',
  token: 'https://club.test/token',
  userinfo: 'https://club.test/me',
}

test('people of an application on Auth.js stay signed in when it moves here, and are the same afterwards', async () => {
  const { path, world } = await begin()
  const before: AuthJsConfig = {
    adapter: adapter(path),
    providers: [{ ...club, profile }],
    basePath: '/api/auth',
    secret,
    trustHost: true,
  }
  const browser = createBrowser({
    origin,
    app: async (request) => AuthJs(request, before),
    now: Date.now,
    atPlatform: (url) => world.approve(url),
  })
  const { csrfToken } = await (await browser.visit('/api/auth/csrf')).json()
  const start = await browser.submit('/api/auth/signin/club', { csrfToken, callbackUrl: '/' })
  await browser.visit(String(await world.approve(start.headers.get('location') ?? '')))
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })

  const rules = { fromAuthjs: fromAuthjs({ since: new Date().toISOString().slice(0, 10) }) }
  const moved = { providers: [club], database: `file:${path}`, session: rules, now: Date.now }
  const after = await setup(moved, world)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const session = await after.auth.session(new Request(origin, { headers: { cookie } }))
  expect(session?.user).toMatchObject({ name: 'Ada', email: 'ada@x.test' })
  await after.browser.signIn('club')
  expect((await after.browser.session())?.user.id).toBe(session?.user.id)
  expect(await after.auth.accounts.list({ userId: session?.user.id ?? '' })).toHaveLength(1)
  expect(after.log.errors).toEqual([])
})

const profile = ({ id, name, email }: { id: string; name: string; email: string }) => ({
  id,
  name,
  email,
})

type World = Awaited<ReturnType<typeof emulator>>

/** A database that Auth.js has made, and a world with the platform. */
async function begin(): Promise<{ path: string; world: World }> {
  const path = join(temporaryFolder(), 'auth.db')
  const tables = new DatabaseSync(path)
  tables.exec(kyselyTables)
  tables.close()
  const world = await emulator({ platforms: [platform] })
  vi.stubGlobal('fetch', world.fetch)
  return { path, world }
}

const adapter = (path: string) =>
  KyselyAdapter(new KyselyAuth({ dialect: new SqliteDialect({ database: new Database(path) }) }))

/** The application is on Auth.js again: the session that began here means nothing there, and the person signs in once more. */
async function signInThere(path: string, world: World, cookies: Iterable<[string, string]>) {
  const there: AuthJsConfig = {
    adapter: adapter(path),
    providers: [{ ...club, profile }],
    basePath: '/api/auth',
    secret,
    trustHost: true,
    callbacks: { session: ({ session, user: { id } }) => ({ ...session, id }) },
  }
  const browser = createBrowser({
    origin,
    app: async (request) => AuthJs(request, there),
    now: Date.now,
    atPlatform: (url) => world.approve(url),
  })
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  expect(await (await browser.visit('/api/auth/session', { cookie })).json()).toBeNull()
  const { csrfToken } = await (await browser.visit('/api/auth/csrf')).json()
  const start = await browser.submit('/api/auth/signin/club', { csrfToken, callbackUrl: '/' })
  await browser.visit(String(await world.approve(start.headers.get('location') ?? '')))
  return browser.session()
}

test.each([
  ['proven', '2026-01-02T03:04:05.000Z'],
  ['unproven', null],
])(
  'a %s address that Auth.js kept in capitals is the same, where the database says so',
  async (_, since) => {
    const path = join(temporaryFolder(), 'auth.db')
    const tables = new DatabaseSync(path)
    tables.exec(kyselyTables.replace('"email" text unique', '"email" text collate nocase unique'))
    tables
      .prepare('insert into "User" ("id", "name", "email", "emailVerified") values (?, ?, ?, ?)')
      .run('their-id', 'Ada', 'Ada@X.test', since)
    tables.close()
    const sent: string[] = []
    const mail = Email({ sendVerificationRequest: ({ url }) => void sent.push(url) })
    const { browser, log } = await setup({ providers: [mail], database: `file:${path}` })
    await browser.submit('/api/auth/signin/email', { email: 'ada@x.test' })
    await browser.visit(sent[0] ?? '')
    expect(log.errors).toEqual([])
    expect((await browser.session())?.user.id).toBe('their-id')
  },
)

test('the way back: whoever came while the application was here is the same user at Auth.js', async () => {
  const { path, world } = await begin()
  const providers = [{ ...club, profile }]
  const storage = fromAdapter(adapter(path))
  const here = await setup({ providers, storage, runtime: { now: Date.now } }, world)
  await here.browser.signIn('club')
  const user = (await here.browser.session())?.user.id

  expect(await signInThere(path, world, here.browser.cookies)).toMatchObject({ id: user })
  const rows = new DatabaseSync(path)
  expect(rows.prepare('select count(*) as users from User').get()).toEqual({ users: 1 })
  expect(rows.prepare('select count(*) as accounts from Account').get()).toEqual({ accounts: 1 })
  rows.close()
})

test('the way back from a database of ours: tokens are opened first, as the guide says', async () => {
  const { path, world } = await begin()
  const providers = [{ ...club, profile }]
  const here = await setup(
    { providers, database: `file:${path}`, runtime: { now: Date.now } },
    world,
  )
  await here.browser.signIn('club')
  const user = (await here.browser.session())?.user.id ?? ''
  const token = await here.auth.accessToken({ userId: user }, 'club')
  const rows = new DatabaseSync(path)
  const stored = () => rows.prepare('select access_token from Account').get()?.access_token
  expect(stored()).not.toBe(token)

  const storage = sql(`file:${path}`, { encryptTokens: false, secrets: [secret] })
  const keys = rows.prepare('select provider, providerAccountId from Account').all()
  for (const { provider, providerAccountId } of keys) {
    const account = await storage.getAccount(String(providerAccountId), String(provider))
    if (account) await storage.updateAccount(account)
  }
  await storage.close()
  expect(stored()).toBe(token)

  expect(await signInThere(path, world, here.browser.cookies)).toMatchObject({ id: user })
  expect(rows.prepare('select count(*) as users from User').get()).toEqual({ users: 1 })
  expect(stored()).toBe(token)
  rows.close()
})
