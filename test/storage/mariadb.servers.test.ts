import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { databases } from './databases.ts'
import { noNamesakes } from './namesakes.ts'
import { many, newAccount, newSession, newUser, unique } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('MariaDB')

/** Tables as they were made by hand for Auth.js: integer ids, and texts that are compared without regard to case. */
const existing = `
create table users (
  id int unsigned not null auto_increment primary key, name varchar(255), email varchar(255),
  emailVerified timestamp(3) null, image varchar(255)
) collate utf8mb4_general_ci;
create table accounts (
  id int not null auto_increment primary key, userId int unsigned not null, type varchar(50) not null,
  provider varchar(100) not null, providerAccountId varchar(255) not null, refresh_token text,
  access_token text, expires_at bigint, id_token text, scope text, session_state text, token_type text
) collate utf8mb4_general_ci;
create table sessions (
  id int not null auto_increment primary key, userId int unsigned not null,
  expires timestamp(3) not null, sessionToken varchar(255) not null
) collate utf8mb4_general_ci;
insert into users (name, email) values ('Ada', 'ada@a.test');
insert into accounts (userId, type, provider, providerAccountId) values (1, 'oauth', 'platform', 'Ada');
`

describe.skipIf(!start)('on a MariaDB server', () => {
  let server: Server | undefined
  beforeAll(async () => {
    server = await start?.()
  })
  afterAll(() => server?.stop())

  const { create, query } = databases.MariaDB
  const newDatabase = (tables?: string) => create(server, tables)
  const asRoot = (statements: string) => query(server?.address ?? '', statements)

  test('existing tables with integer ids are taken over, and case still matters', async () => {
    const storage = sql(await newDatabase(existing), { secrets })
    await storage.migrate()
    const key = { provider: 'platform', providerAccountId: 'Ada' }
    expect(await storage.getUserByAccount(key)).toMatchObject({ id: '1', email: 'ada@a.test' })
    expect(await storage.getUserByAccount({ ...key, providerAccountId: 'ada' })).toBeNull()
    const bob = await storage.createUser(newUser())
    expect(bob.id).toBe('2')
    await storage.linkAccount(newAccount(bob.id))
    const session = newSession(bob.id)
    await storage.createSession(session)
    expect((await storage.getSessionAndUser(session.sessionToken))?.session).toEqual(session)
    expect(await storage.migrate()).toEqual([])
    await storage.close()
  })

  test('tables that ignore case and accents find nobody else', async () => {
    const storage = sql(await newDatabase(existing), { secrets })
    await storage.migrate()
    await noNamesakes(storage, 'ada@a.test')
    // What Auth.js kept as a platform spelled it is still found by the engine, which asks in lower case.
    const carl = await storage.createUser(newUser({ email: 'Carl@A.test' }))
    expect(await storage.getUserByEmail('carl@a.test')).toMatchObject({ id: carl.id })
    await storage.close()
  })

  test('a table that demands an e-mail address is named, with the statement that helps', async () => {
    const tables = existing.replace('email varchar(255)', 'email varchar(255) not null')
    const address = await newDatabase(tables)
    const storage = sql(address, { secrets })
    const refusal = await storage.migrate().catch((error) => error)
    expect(refusal).toMatchObject({ code: 'Configuration' })
    await query(address, refusal.hint.slice(refusal.hint.indexOf('\n')))
    await storage.migrate()
    expect(await storage.createUser(newUser({ email: null }))).toMatchObject({ email: null })
    await storage.close()
  })

  test('an id that is too long for the database is refused when written and nobody when read', async () => {
    const storage = sql(await newDatabase(), { secrets, migrate: true })
    const ada = await storage.createUser(newUser())
    const providerAccountId = Array.from({ length: 300 }, unique).join('')
    const account = { ...newAccount(ada.id), providerAccountId }
    expect(await storage.getUserByAccount(account)).toBeNull()
    const linked = storage.linkAccount(account)
    await expect(linked).rejects.toMatchObject({ code: 'InvalidRequest' })
    await storage.close()
  })

  test("dates are in UTC, also on an application's own connections that keep another zone", async () => {
    const address = await newDatabase()
    const pool = createPool({ uri: address, timezone: '+05:00' })
    const theirs = sql(new Kysely<unknown>({ dialect: new MysqlDialect({ pool }) }), { secrets })
    await theirs.migrate()
    const ada = await theirs.createUser(newUser({ emailVerified: new Date(1_767_225_600_123) }))
    const session = newSession(ada.id)
    await theirs.createSession(session)
    const storage = sql(address, { secrets })
    for (const each of [theirs, storage]) {
      const found = await each.getSessionAndUser(session.sessionToken)
      expect(found).toMatchObject({ session, user: { emailVerified: ada.emailVerified } })
    }
    await storage.close()
    pool.end()
  })

  test('a person who comes a hundred times at once meets no deadlock', async () => {
    const storage = sql(await newDatabase(), { secrets, migrate: true })
    const deadlocks = async () => (await asRoot("show global status like 'Innodb_deadlocks'"))[0]
    const before = await deadlocks()
    for (let round = 0; round < 3; round++) {
      const { id } = await storage.createUser(newUser())
      await many(100, async () => {
        await storage.createSession(newSession(id))
        await storage.claim(unique(), new Date('2020-01-01'))
      })
      expect(await storage.listSessions(id)).toHaveLength(100)
    }
    expect(await deadlocks()).toEqual(before)
    await storage.close()
  })

  test('a transaction that its process has forgotten lets go of the person in it', async () => {
    const address = await newDatabase()
    const forgetful = sql(address, { secrets, timeout: 1000 })
    await forgetful.migrate()
    const { id } = await forgetful.createUser(newUser())
    const locked = Promise.withResolvers<void>()
    const forgotten = forgetful.transaction(async (inside) => {
      await inside.lockUser?.(id)
      locked.resolve()
      await new Promise(() => {})
    })
    forgotten.catch(() => {})
    await locked.promise
    const other = sql(address, { secrets, timeout: 1000 })
    const lock = () => other.transaction(async (inside) => inside.lockUser?.(id))
    expect(await vi.waitFor(lock, { timeout: 60_000, interval: 500 })).toMatchObject({ id })
    await other.close()
  })

  test('a value that is an object never becomes part of a statement', async () => {
    const storage = sql(await newDatabase(), { secrets, migrate: true })
    await storage.createUser(newUser())
    const injected: string = JSON.parse('{"email": "email"}')
    expect(await storage.getUserByEmail(injected)).toBeNull()
    await storage.close()
  })

  describe('with unusual settings of its own', () => {
    beforeAll(() =>
      asRoot(
        "set global sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES', global time_zone = '+05:30'",
      ),
    )
    afterAll(() => asRoot('set global sql_mode = default, global time_zone = default'))

    test('a quote in a value ends no text, also where a backslash is an ordinary character', async () => {
      const storage = sql(await newDatabase(), { secrets, migrate: true })
      const [eve, ada] = [await storage.createUser(newUser()), await storage.createUser(newUser())]
      for (const name of ["Eve', name = char(88) -- ", "O'Brien", "\\' or 1 = 1 -- ", '"\\'])
        expect(await storage.updateUser({ id: eve.id, name })).toMatchObject({ name })
      expect(await storage.getUser(eve.id)).toMatchObject({ name: '"\\' })
      expect(await storage.getUser(ada.id)).toMatchObject({ name: ada.name })
      await storage.close()
    })

    test('refuses what is too long instead of cutting it', async () => {
      const storage = sql(await newDatabase(), { secrets, migrate: true })
      const email = `${'a'.repeat(300)}@a.test`
      const created = storage.createUser(newUser({ email }))
      await expect(created).rejects.toMatchObject({ code: 'InvalidRequest' })
      await storage.close()
    })

    test('a moment in a table that was taken over is that moment', async () => {
      const end = 2_000_000_000
      const storage = sql(
        await newDatabase(`${existing}
          insert into sessions (userId, expires, sessionToken) values (1, from_unixtime(${end}), 'old')`),
        { secrets },
      )
      await storage.migrate()
      const [session] = await storage.listSessions('1')
      expect(session?.expires).toEqual(new Date(end * 1000))
      await storage.close()
    })

    test("an application's own connections are refused while a backslash means nothing to them", async () => {
      const pool = createPool(await newDatabase())
      const storage = sql(new Kysely<unknown>({ dialect: new MysqlDialect({ pool }) }), { secrets })
      const refusal = { code: 'Configuration', field: 'database' }
      await expect(storage.migrate()).rejects.toMatchObject(refusal)
      await expect(storage.getUser('1')).rejects.toMatchObject(refusal)
      pool.end()
    })
  })
})
