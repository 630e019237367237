import mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { storageContract } from '../contracts/storage.ts'
import { concurrencyStories } from './concurrency.ts'
import { noNamesakes } from './namesakes.ts'
import { newAccount, newSession, newUser, unique } from './people.ts'
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
  }, 60_000)
  afterAll(() => server?.stop())

  async function newDatabase(tables = ''): Promise<string> {
    const name = `db_${unique()}`
    const uri = server?.address ?? ''
    const connection = await mysql.createConnection({ uri, multipleStatements: true })
    await connection.query(`create database ${name}; use ${name}; ${tables || 'select 1'}`)
    await connection.end()
    return uri.replace(/\/mysql$/, `/${name}`)
  }

  storageContract('MariaDB', async () => {
    let ahead = 0
    const now = () => Date.now() + ahead
    const storage = sql(await newDatabase(), { secrets, now, migrate: true })
    return {
      storage,
      advance: (by) => {
        ahead += by
      },
      close: async () => storage.close(),
    }
  })

  concurrencyStories(newDatabase)

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
    const connection = await mysql.createConnection(address)
    await connection.query(refusal.hint.slice(refusal.hint.indexOf('\n')))
    await connection.end()
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

  test('a value that is an object never becomes part of a statement', async () => {
    const storage = sql(await newDatabase(), { secrets, migrate: true })
    await storage.createUser(newUser())
    const injected: string = JSON.parse('{"email": "email"}')
    expect(await storage.getUserByEmail(injected)).toBeNull()
    await storage.close()
  })
})
