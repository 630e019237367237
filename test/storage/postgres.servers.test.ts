import PostgresAdapter from '@auth/pg-adapter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { applicationPool } from './application-pool.ts'
import { pgTables } from './authjs-tables.ts'
import { databases } from './databases.ts'
import { newAccount, newSession, newUser, present, unique } from './people.ts'
import { type Server, serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const start = serverOf('PostgreSQL')

describe.skipIf(!start)('on a PostgreSQL server', () => {
  let server: Server | undefined
  beforeAll(async () => {
    server = await start?.()
  })
  afterAll(() => server?.stop())

  const { create, query } = databases.PostgreSQL
  const newDatabase = (tables?: string) => create(server, tables)

  test('people of @auth/pg-adapter, with integer ids, are taken over', async () => {
    const address = await newDatabase(pgTables)
    const pool = applicationPool(address)
    const adapter: Storage = PostgresAdapter(pool)
    const ada = await adapter.createUser?.({ ...newUser(), email: 'ada@a.test' })
    const account = { ...newAccount(String(ada?.id)), access_token: 'act.old' }
    await adapter.linkAccount?.(account)
    const session = newSession(String(ada?.id))
    await adapter.createSession?.(session)
    await pool.end()

    const storage = sql(address, { secrets })
    await storage.migrate()
    const found = await storage.getUserByAccount(account)
    expect(found).toMatchObject({ id: String(ada?.id), email: 'ada@a.test' })
    expect((await storage.getSessionAndUser(session.sessionToken))?.session).toEqual(session)
    expect(await storage.listAccounts(String(ada?.id))).toMatchObject([{ access_token: 'act.old' }])
    expect(await storage.getUser('not a number')).toBeNull()
    const bob = await storage.createUser(newUser())
    expect(bob.id).toMatch(/^\d+$/)
    await storage.close()
  })

  test.each([{}, { query: 'ada' }])('integer ids are listed as numbers: %o', async (filter) => {
    const opened = sql(await newDatabase(pgTables), { secrets })
    await opened.migrate()
    const storage = present(opened)
    for (let count = 0; count < 12; count++)
      await storage.createUser({ ...newUser(), name: 'Ada', email: null })
    const ids: string[] = []
    let after: string | null = null
    do {
      const { users, next } = await storage.listUsers(filter, { after, limit: 5 })
      ids.push(...users.map(({ id }) => id))
      after = next
    } while (after !== null)
    expect(ids).toEqual(Array.from({ length: 12 }, (_, place) => String(place + 1)))
    await storage.close()
  })

  test('tables with ids of type uuid are taken over, and what is no uuid is nobody', async () => {
    const uuids = pgTables
      .replaceAll(/\bid serial\b/g, 'id uuid default gen_random_uuid()')
      .replaceAll('"userId" integer', '"userId" uuid')
    const storage = sql(await newDatabase(uuids), { secrets })
    await storage.migrate()
    const ada = await storage.createUser(newUser())
    const account = newAccount(ada.id)
    await storage.linkAccount(account)
    const session = newSession(ada.id)
    await storage.createSession(session)
    expect(await storage.getUserByAccount(account)).toMatchObject({ id: ada.id })
    expect((await storage.getSessionAndUser(session.sessionToken))?.session).toEqual(session)
    for (const id of ['ada', '7', `${ada.id}0`]) expect(await storage.getUser(id)).toBeNull()
    await storage.close()
  })

  test('a table that demands an e-mail address is named, with the statement that helps', async () => {
    const tables = pgTables.replace('email varchar(255)', 'email varchar(255) not null')
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

  test('a column without a time zone holds UTC', async () => {
    const address = await newDatabase(pgTables.replaceAll('timestamptz', 'timestamp(3)'))
    const storage = sql(address, { secrets })
    await storage.migrate()
    const user = await storage.createUser(newUser())
    const session = newSession(user.id)
    await storage.createSession(session)
    const found = await storage.getSessionAndUser(session.sessionToken)
    expect(found?.session.expires).toEqual(session.expires)
    const rows = await query(address, 'select expires::text as expires from sessions')
    expect(rows).toEqual([{ expires: '2030-05-06 07:08:09.012' }])
    await storage.close()
  })

  test('tables can live in a schema of their own', async () => {
    const address = await newDatabase('create schema auth')
    const schema = {
      users: { table: 'auth.users' },
      accounts: { table: 'auth.accounts' },
      sessions: { table: 'auth.sessions' },
    }
    const storage = sql(address, { secrets, schema })
    await storage.migrate()
    const user = await storage.createUser(newUser())
    await storage.linkAccount(newAccount(user.id))
    expect(await query(address, 'select id from auth.users')).toEqual([{ id: user.id }])
    expect(await storage.migrate()).toEqual([])
    await storage.close()
  })
})
