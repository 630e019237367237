import PostgresAdapter from '@auth/pg-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import pg from 'pg'
import { createStorage } from 'unstorage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import type { AuthConfig, Storage } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { sql } from '../../src/storage/sql.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { errorOf, idp, outside, plain } from '../attacks/stage.ts'
import { type Setup, setup } from '../setup.ts'
import { pgTables } from '../storage/authjs-tables.ts'
import { type OrdinaryStorage, ordinaryStorages } from '../storage/ordinary-storages.ts'
import { newAccount, newPasskey, newUser, unique } from '../storage/people.ts'
import { isServer, ofThisSuite, type Server, serverOf } from '../storage/servers.ts'

const names = Object.keys(ordinaryStorages) as OrdinaryStorage[]

function other(id: string) {
  return { ...plain, id, name: id }
}

/** An application with these ways in, on a storage. */
async function application(storage: Storage, config: Partial<AuthConfig> = {}) {
  const providers = [plain, idp, other('one'), other('two'), other('three'), Passkey]
  // Redis forgets by its own clock what has expired, so this story plays now.
  return setup(
    { storage, providers, ...config, runtime: { now: Date.now, ...config.runtime } },
    await outside(),
  )
}

/** Which of the attempts were refused, and with what. */
async function refusals(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts)
  return settled.flatMap((each) =>
    each.status === 'rejected' ? [each.reason instanceof AuthError ? each.reason.code : 'bug'] : [],
  )
}

const storages = names.filter(ofThisSuite).filter((name) => !isServer(name) || serverOf(name))

describe.each(storages)('on %s', (name) => {
  let server: Server | undefined
  let storage: Required<Storage>
  beforeAll(async () => {
    server = isServer(name) ? await serverOf(name)?.() : undefined
    storage = ordinaryStorages[name](server?.address ?? '')
    if ('migrate' in storage && typeof storage.migrate === 'function') await storage.migrate()
  })
  afterAll(async () => {
    await storage?.close()
    await server?.stop()
  })

  test('disconnecting everything at once leaves one way in', async () => {
    const { auth } = await application(storage)
    for (let round = 0; round < 10; round++) {
      const { id } = await storage.createUser(newUser())
      const accounts = ['one', 'two', 'three'].map((provider) => ({ ...newAccount(id), provider }))
      for (const account of accounts) await storage.linkAccount(account)
      const refused = await refusals(
        accounts.map(({ provider }) => auth.accounts.unlink({ userId: id }, provider)),
      )
      expect(refused).toEqual(['LastMethod'])
      expect(await storage.listAccounts(id)).toHaveLength(1)
    }
  })

  test('taking back the tokens of everything at once keeps every account, without tokens', async () => {
    const { auth } = await application(storage)
    for (let round = 0; round < 10; round++) {
      const { id } = await storage.createUser(newUser())
      const accounts = ['one', 'two', 'three'].map((provider) => ({ ...newAccount(id), provider }))
      for (const account of accounts) await storage.linkAccount(account)
      await Promise.all(
        accounts.map(({ provider }) => auth.accounts.revoke({ userId: id }, provider)),
      )
      const left = await storage.listAccounts(id)
      expect(left.map(({ provider }) => provider).sort()).toEqual(['one', 'three', 'two'])
      expect(left.flatMap((account) => account.access_token || [])).toEqual([])
    }
  })

  test('removing passkeys while the platform is disconnected leaves one way in', async () => {
    const { auth } = await application(storage)
    for (let round = 0; round < 10; round++) {
      const { id } = await storage.createUser(newUser())
      await storage.linkAccount({ ...newAccount(id), provider: 'one' })
      const handle = unique()
      const account = { ...newAccount(id), provider: 'passkey', providerAccountId: handle }
      await storage.linkAccount({ ...account, type: 'webauthn' })
      const passkeys = [newPasskey(id), newPasskey(id)]
      for (const passkey of passkeys) {
        await storage.createAuthenticator({ ...passkey, providerAccountId: handle })
      }
      const refused = await refusals([
        auth.accounts.unlink({ userId: id }, 'one'),
        ...passkeys.map(({ credentialID }) => auth.passkeys.remove({ userId: id }, credentialID)),
      ])
      expect(refused).toEqual(['LastMethod'])
      const left = (await storage.listAuthenticatorsByUserId(id)).length
      const platforms = (await storage.listAccounts(id)).filter(
        ({ provider }) => provider === 'one',
      )
      expect(left + platforms.length).toBe(1)
    }
  })

  test('sign-ins and deletions of one person all end, without a deadlock', async () => {
    const lines: string[] = []
    // A storage that has to run something again tells whoever debugs.
    const logger = { error() {}, warn() {}, debug: (line: string) => void lines.push(line) }
    let barrier: Promise<unknown> | undefined
    const callbacks = {
      async signIn() {
        await barrier
        return true
      },
    }
    const { auth, open } = await application(storage, { logger, debug: true, callbacks })
    for (let round = 0; round < 16; round++) {
      const first = open()
      await first.signIn('plain', { as: 'ada' })
      const id = (await first.session())?.user.id ?? ''
      const { promise, resolve } = Promise.withResolvers<void>()
      barrier = promise
      const visits = Array.from({ length: 8 }, () => open().signIn('plain', { as: 'ada' }))
      const deletion = promise.then(() => auth.users.delete({ userId: id }))
      setTimeout(resolve, 50)
      await Promise.all([...visits, deletion])
      barrier = undefined
    }
    expect(lines.filter((line) => /deadlock/i.test(line))).toEqual([])
  })

  test('of those who prove an address at once, nobody ends the session of another', async () => {
    const sent: string[] = []
    const mail = Email({ sendVerificationRequest: ({ url }) => void sent.push(url) })
    const { open } = await application(storage, { providers: [plain, mail] })
    for (let round = 0; round < 5; round++) {
      const email = `${unique()}@a.test`
      const user = await storage.createUser(newUser({ email }))
      const browsers = Array.from({ length: 4 }, open)
      const links: string[] = []
      for (const browser of browsers) {
        await browser.submit('/api/auth/signin/email', { email })
        links.push(sent.at(-1) ?? '')
      }
      await Promise.all(browsers.map((browser, place) => browser.visit(links[place] ?? '')))
      const sessions = await Promise.all(browsers.map((browser) => browser.session()))
      expect(sessions.map((session) => session?.user.id)).toEqual(browsers.map(() => user.id))
    }
  })

  // Where a transaction has the whole storage to itself, there is no meanwhile.
  if (isServer(name))
    test('an account that changes hands while its owner is waited for is its new owner’s', async () => {
      const owner = await storage.createUser(newUser())
      const key = { provider: 'plain', providerAccountId: '' }
      const meanwhile = beforeLock(storage, async () => {
        await storage.unlinkAccount(key)
        await storage.linkAccount({ ...key, type: 'oauth', userId: owner.id })
      })
      const first = (await application(storage)).browser
      await first.signIn('plain', { as: 'layla' })
      const [account] = await storage.listAccounts((await first.session())?.user.id ?? '')
      key.providerAccountId = account?.providerAccountId ?? ''
      const { browser } = await application(meanwhile)
      await browser.signIn('plain', { as: 'layla' })
      expect((await browser.session())?.user.id).toBe(owner.id)
      const kept = await storage.getAccount(key.providerAccountId, 'plain')
      expect(kept).toMatchObject({ userId: owner.id, access_token: expect.any(String) })
    })

  if (isServer(name))
    test('an address that changes hands while its owner is waited for is its new owner’s', async () => {
      const sent: string[] = []
      const mail = Email({ sendVerificationRequest: ({ url }) => void sent.push(url) })
      const email = `${unique()}@a.test`
      const emailVerified = new Date()
      const former = await storage.createUser(newUser({ email, emailVerified }))
      const owner = await storage.createUser(newUser())
      const meanwhile = beforeLock(storage, async () => {
        await storage.updateUser({ id: former.id, email: `${unique()}@a.test` })
        await storage.updateUser({ id: owner.id, email, emailVerified })
      })
      const { browser } = await application(meanwhile, { providers: [mail] })
      await browser.submit('/api/auth/signin/email', { email })
      await browser.visit(sent[0] ?? '')
      expect((await browser.session())?.user.id).toBe(owner.id)
    })
})

/** The storage; once, before a user is locked, something happens. */
function beforeLock(storage: Required<Storage>, happen: () => Promise<void>): Storage {
  let happened = false
  const lockUser = async (inside: Storage, id: string) => {
    if (!happened) {
      happened = true
      await happen()
    }
    return (await inside.lockUser?.(id)) ?? null
  }
  // A sign-in by one statement has no meanwhile.
  const { signInAgain: _, signUp: __, ...others } = storage
  return {
    ...others,
    transaction: (work) =>
      storage.transaction((inside) => work({ ...inside, lockUser: (id) => lockUser(inside, id) })),
  }
}

/** Everybody comes back from the platform at the same moment, on servers that share a storage. */
async function doubleClicks(configs: Partial<AuthConfig>[], count: number): Promise<string[]> {
  const world = await outside()
  const servers = await Promise.all(
    configs.map((config) => setup({ providers: [plain, idp], ...config }, world)),
  )
  const arrivals: { browser: TestBrowser; back: string }[] = []
  for (let place = 0; place < count; place++) {
    const browser = (servers[place % servers.length] as Setup).open()
    const url = await browser.start('plain')
    arrivals.push({ browser, back: String(await world.approve(url, { as: 'ada' })) })
  }
  return Promise.all(
    arrivals.map(async ({ browser, back }) => {
      const refused = errorOf(await browser.visit(back))
      return refused ?? (await browser.session())?.user.id ?? 'nobody'
    }),
  )
}

describe.each((['PostgreSQL'] as const).filter(ofThisSuite))('first sign-ins on %s', (name) => {
  const startPostgres = serverOf(name)
  let server: Server | undefined
  beforeAll(async () => {
    server = await startPostgres?.()
  })
  afterAll(() => server?.stop())

  test.skipIf(!startPostgres)(
    'of 200 at once, on four servers, everybody is the same person',
    async () => {
      const storages = Array.from({ length: 4 }, () => sql(server?.address ?? ''))
      await storages[0]?.migrate()
      const users = await doubleClicks(
        storages.map((storage) => ({ storage })),
        200,
      )
      const user = await storages[0]?.getUserByEmail('ada@people.test')
      expect(user).not.toBeNull()
      expect([...new Set(users)]).toEqual([user?.id])
      for (const storage of storages) await storage.close()
    },
  )

  test.skipIf(!startPostgres)(
    'everybody is the same person with an Auth.js adapter, too, on two servers',
    async () => {
      const admin = new pg.Client(server?.address ?? '')
      await admin.connect()
      await admin.query('create database adapter')
      const connectionString = (server?.address ?? '').replace(/postgres$/, 'adapter')
      const pools = [1, 2].map(() => new pg.Pool({ connectionString }))
      await pools[0]?.query(pgTables)
      // The adapter's own schema lacks the keys that keep two servers from writing the same row.
      await pools[0]?.query('create unique index on users (email)')
      await pools[0]?.query('create unique index on accounts (provider, "providerAccountId")')
      const adapters = pools.map((pool) => ({
        storage: fromAdapter(PostgresAdapter(pool) as never),
      }))
      const users = await doubleClicks(adapters, 40)
      const { rows = [] } = (await pools[0]?.query('select id from users')) ?? {}
      expect(rows).toHaveLength(1)
      expect([...new Set(users)]).toEqual([String(rows[0]?.id)])
      for (const pool of pools) await pool.end()
      // A server that stops while connections are closing would tell them so.
      const open = "select 1 from pg_stat_activity where datname = 'adapter'"
      await expect.poll(async () => (await admin.query(open)).rows).toEqual([])
      await admin.end()
    },
  )
})

test('an adapter without unique keys gets one user of twenty who come at once', async () => {
  const adapter = UnstorageAdapter(createStorage())
  const users = await doubleClicks([{ storage: fromAdapter(adapter as never) }], 20)
  const user = await adapter.getUserByEmail?.('ada@people.test')
  expect(user).toBeTruthy()
  expect([...new Set(users)]).toEqual([user?.id])
})

test('a deletion that fails half way keeps the user, accounts and session', async () => {
  const storage = memory()
  const failing = (real: Storage): Storage => ({
    ...real,
    deleteUser: () => Promise.reject(new AuthError('StorageError', 'The database is down')),
    transaction: (work) => storage.transaction((inside) => work(failing(inside))),
  })
  const { auth, browser } = await application(failing(storage))
  await browser.signIn('plain', { as: 'ada' })
  const id = (await browser.session())?.user.id ?? ''
  await storage.linkAccount({ ...newAccount(id), provider: 'one' })
  await storage.linkAccount({ ...newAccount(id), provider: 'two' })
  const before = await storage.listAccounts(id)
  await expect(auth.users.delete({ userId: id })).rejects.toMatchObject({ code: 'StorageError' })
  expect(await storage.listAccounts(id)).toEqual(before)
  expect((await browser.session())?.user.id).toBe(id)
})
