import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Auth as AuthJs, type AuthConfig as AuthJsConfig } from '@auth/core'
import { KyselyAdapter, KyselyAuth } from '@auth/kysely-adapter'
import { SqliteDialect } from 'kysely'
import Database from 'libsql'
import { afterEach, expect, test, vi } from 'vitest'
import { fromAuthjs } from '../../src/authjs/from-authjs.ts'
import { emulator, oauth2 } from '../../src/emulator/index.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
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
  const path = join(temporaryFolder(), 'auth.db')
  const tables = new DatabaseSync(path)
  tables.exec(kyselyTables)
  tables.close()
  const world = await emulator({ platforms: [platform] })
  vi.stubGlobal('fetch', world.fetch)

  const before: AuthJsConfig = {
    adapter: KyselyAdapter(
      new KyselyAuth({ dialect: new SqliteDialect({ database: new Database(path) }) }),
    ),
    providers: [{ ...club, profile: ({ id, name, email }) => ({ id, name, email }) }],
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

  const rules = { fromAuthjs: fromAuthjs() }
  const moved = { providers: [club], database: `file:${path}`, session: rules, now: Date.now }
  const after = await setup(moved, world)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const session = await after.auth.session(new Request(origin, { headers: { cookie } }))
  expect(session?.user).toMatchObject({ name: 'Ada', email: 'ada@x.test' })
  await after.browser.signIn('club')
  expect((await after.browser.session())?.user.id).toBe(session?.user.id)
  expect(await after.auth.accounts(session?.user.id ?? '')).toHaveLength(1)
  expect(after.log.errors).toEqual([])
})

test('the way back: whoever came while the application was here is the same user at Auth.js', async () => {
  const path = join(temporaryFolder(), 'auth.db')
  const tables = new DatabaseSync(path)
  tables.exec(kyselyTables)
  tables.close()
  const world = await emulator({ platforms: [platform] })
  vi.stubGlobal('fetch', world.fetch)
  const adapter = () =>
    KyselyAdapter(new KyselyAuth({ dialect: new SqliteDialect({ database: new Database(path) }) }))
  const profile = ({ id, name, email }: { id: string; name: string; email: string }) => ({
    id,
    name,
    email,
  })
  const here = await setup(
    { providers: [{ ...club, profile }], storage: fromAdapter(adapter()), now: Date.now },
    world,
  )
  await here.browser.signIn('club')
  const user = (await here.browser.session())?.user.id

  const there: AuthJsConfig = {
    adapter: adapter(),
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
  // The session that began here means nothing there; the person signs in once more.
  const cookie = [...here.browser.cookies].map((pair) => pair.join('=')).join('; ')
  expect(await (await browser.visit('/api/auth/session', { cookie })).json()).toBeNull()
  const { csrfToken } = await (await browser.visit('/api/auth/csrf')).json()
  const start = await browser.submit('/api/auth/signin/club', { csrfToken, callbackUrl: '/' })
  await browser.visit(String(await world.approve(start.headers.get('location') ?? '')))
  expect(await browser.session()).toMatchObject({ id: user })
  const rows = new DatabaseSync(path)
  expect(rows.prepare('select count(*) as users from User').get()).toEqual({ users: 1 })
  expect(rows.prepare('select count(*) as accounts from Account').get()).toEqual({ accounts: 1 })
  rows.close()
})
