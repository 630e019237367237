import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { KyselyAdapter, KyselyAuth } from '@auth/kysely-adapter'
import { SqliteDialect } from 'kysely'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { describe } from '../../src/services/log.ts'
import { type SqlOptions, sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { portico } from '../cli/typed.ts'
import { drizzleTables, kyselyTables } from './authjs-tables.ts'
import { noNamesakes } from './namesakes.ts'
import { newAccount, newItem, newSession, newUser } from './people.ts'
import { temporaryFolder } from './servers.ts'

const secrets = ['a secret that is long enough to be one']

function newFile(tables = '') {
  const path = join(temporaryFolder(), 'auth.db')
  const look = <T>(use: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(path)
    try {
      return use(database)
    } finally {
      database.close()
    }
  }
  if (tables) look((database) => database.exec(tables))
  const open = (options: SqlOptions = {}) => sql(`file:${path}`, { secrets, ...options })
  return { path, look, open }
}

function shapeOf(database: DatabaseSync): string[] {
  return database
    .prepare(
      `select m.name || '.' || c.name as shape from sqlite_master m, pragma_table_info(m.name) c
       where m.type = 'table' order by 1`,
    )
    .all()
    .map((row) => String(row.shape))
}

test('an embedded database is made at its first use, and made once', async () => {
  const { open, look } = newFile()
  const storage = open()
  await storage.createUser(newUser())
  expect(await storage.migrate()).toEqual([])
  await storage.close()
  const tables = look((database) => new Set(shapeOf(database).map((name) => name.split('.')[0])))
  expect(tables).toEqual(
    new Set([
      ...['users', 'accounts', 'sessions', 'verification_token', 'authenticators'],
      ...['portico_migrations', 'portico_claims', 'portico_limits'],
      ...['portico_leases', 'portico_audit', 'portico_items'],
    ]),
  )
})

test('printed statements change nothing, and make the same database when run by hand', async () => {
  const { open, look } = newFile()
  const storage = open()
  const statements = await storage.migrate({ print: true })
  expect(look(shapeOf)).toEqual([])
  const byHand = newFile(`${statements.join(';\n')};`)
  await storage.migrate()
  await storage.close()
  expect(byHand.look(shapeOf)).toEqual(look(shapeOf))
})

test('without leave to migrate, a database that is behind is named, with the command', async () => {
  const storage = newFile().open({ migrate: false })
  await expect(storage.getUser('1')).rejects.toMatchObject({
    code: 'Configuration',
    message: 'The database has no table "users"',
    hint: expect.stringContaining('npx porticojs migrate'),
  })
  await storage.close()
})

test('the tables of @auth/kysely-adapter are taken over as they are', async () => {
  const { path, open, look } = newFile(kyselyTables)
  const before = look(shapeOf)
  const adapter: Storage = KyselyAdapter(
    new KyselyAuth({ dialect: new SqliteDialect({ database: new Database(path) }) }),
  )
  const verified = new Date('2026-01-02T03:04:05.678Z')
  const made = await adapter.createUser?.({
    ...newUser(),
    email: 'a@a.test',
    emailVerified: verified,
  })
  const user = { ...made, id: made?.id ?? '' }
  const account = { ...newAccount(user.id), access_token: 'act.old', expires_at: 1_800_000_000 }
  const session = newSession(user.id)
  await adapter.linkAccount?.(account)
  await adapter.createSession?.(session)
  const token = { identifier: 'a@a.test', token: 'hash', expires: new Date('2030-01-01') }
  await adapter.createVerificationToken?.(token)

  const storage = open()
  expect(await storage.getUserByAccount(account)).toMatchObject({
    id: user.id,
    email: 'a@a.test',
    emailVerified: verified,
  })
  expect(await storage.getSessionAndUser(session.sessionToken)).toMatchObject({ session })
  expect(await storage.listAccounts(user.id)).toMatchObject([account])
  expect(await storage.useVerificationToken(token)).toEqual(token)
  await expect(storage.linkAccount(account)).rejects.toMatchObject({ code: 'StorageConflict' })
  const again = await storage.createUser({ ...newUser(), ...{ role: 'new' } })
  await storage.linkAccount(newAccount(again.id))
  await storage.createSession(newSession(again.id))
  expect(await storage.getUser(again.id)).toMatchObject({ role: 'new' })
  await storage.close()
  expect(look(shapeOf)).toEqual(expect.arrayContaining(before))
  expect(look((database) => database.prepare('select * from "User"').all())).toHaveLength(2)
})

test('the tables of @auth/drizzle-adapter are taken over, dates as numbers', async () => {
  const { open, look } = newFile(drizzleTables)
  look((database) =>
    database.exec(`
      insert into user (id, name, email, emailVerified) values ('u1', 'Ada', 'a@a.test', 1767323045678);
      insert into session values ('s1', 'u1', 1900000000000);
      insert into authenticator values ('c1', 'u1', 'p1', 'key', 3, 'multiDevice', 1, null);`),
  )
  const storage = open()
  const found = await storage.getSessionAndUser('s1')
  expect(found?.session.expires).toEqual(new Date(1_900_000_000_000))
  expect(found?.user.emailVerified).toEqual(new Date(1_767_323_045_678))
  expect(await storage.getAuthenticator('c1')).toMatchObject({
    counter: 3,
    credentialBackedUp: true,
  })
  await storage.createSession(newSession('u1'))
  await storage.sweep()
  expect(await storage.listSessions('u1')).toHaveLength(2)
  await storage.close()
  const written = look((database) =>
    database.prepare('select typeof(expires) as t from session').all(),
  )
  expect(new Set(written.map(({ t }) => t))).toEqual(new Set(['integer']))
})

test('moments that SQLite itself wrote, without a zone, are UTC', async () => {
  const { open, look } = newFile(kyselyTables)
  look((database) =>
    database.exec(
      `insert into "User" (id, email, emailVerified) values ('u1', 'a@a.test', datetime(0, 'unixepoch'))`,
    ),
  )
  const storage = open()
  expect((await storage.getUser('u1'))?.emailVerified).toEqual(new Date(0))
  await storage.close()
})

test('required columns of the application are filled where that is possible', async () => {
  const prisma = kyselyTables
    .replaceAll(' default (lower(hex(randomblob(16))))', '')
    .replace('"image" text', '"image" text, "updatedAt" datetime not null')
  const { open } = newFile(prisma)
  const storage = open()
  const user = await storage.createUser(newUser())
  await storage.linkAccount(newAccount(user.id))
  await storage.createSession(newSession(user.id))
  expect(await storage.listSessions(user.id)).toHaveLength(1)
  await storage.close()
})

test('a column whose name here means another one is not taken for it', async () => {
  const { open, look } = newFile(`
    create table users (id text primary key, name text, mail text, "emailVerified" text, image text,
      email text, extra text);
    insert into users (id, mail, email, extra) values ('1', 'ada@a.test', 'eve@a.test', 'hello');
    create table sessions (token text primary key, "userId" text not null, expires text not null,
      "createdAt" datetime not null)`)
  const storage = open({
    schema: {
      users: { columns: { email: 'mail', extra: 'more' } },
      sessions: { columns: { sessionToken: 'token', createdAt: 'made' } },
    },
  })
  await storage.createSession(newSession('1'))
  expect(await storage.listSessions('1')).toHaveLength(1)
  expect(await storage.getUserByEmail('eve@a.test')).toBeNull()
  const ada = await storage.getUserByEmail('ada@a.test')
  expect(ada).toMatchObject({ id: '1', email: 'ada@a.test' })
  await storage.updateUser({ id: '1', email: 'ada@b.test', ...{ plan: 'paid' } })
  expect(await storage.getUser('1')).toMatchObject({ email: 'ada@b.test', plan: 'paid' })
  await storage.close()
  const row = look((database) => database.prepare('select mail, email, extra from users').get())
  expect(row).toMatchObject({ mail: 'ada@b.test', email: 'eve@a.test', extra: 'hello' })
})

test('a column extra that is the application’s own is named, and what it holds is not repeated', async () => {
  const { open } = newFile(`
    create table users (id text primary key, name text, email text, "emailVerified" text, image text, extra text);
    insert into users (id, extra) values ('1', 'hello')`)
  const storage = open()
  const refusal = await Promise.resolve(storage.getUser('1')).catch((error) => error)
  expect(refusal).toMatchObject({
    code: 'Configuration',
    message: expect.stringContaining('extra'),
  })
  expect(JSON.stringify([refusal.message, refusal.hint, refusal.cause])).not.toContain('hello')
  await storage.close()
})

test('a column that the application adds later hides nothing of what was kept before', async () => {
  const { open, look } = newFile()
  const first = open()
  const fields = { plan: 'paid', colour: 'blue' }
  const user = await first.createUser({ ...newUser(), ...fields })
  const account = { ...newAccount(user.id), open_id: 'o1', union_id: 'u1' }
  await first.linkAccount(account)
  await first.close()
  look((database) =>
    database.exec('alter table users add plan text; alter table accounts add open_id text'),
  )
  const storage = open()
  const session = newSession(user.id)
  await storage.createSession(session)
  expect(await storage.getUser(user.id)).toMatchObject(fields)
  expect((await storage.getSessionAndUser(session.sessionToken))?.user).toMatchObject(fields)
  expect(await storage.updateUser({ id: user.id, name: 'Ada' })).toMatchObject(fields)
  expect(await storage.listAccounts(user.id)).toMatchObject([account])

  // The column counts from the first change, also where that empties it.
  const [changed, key] = [{ plan: null }, { ...account, open_id: 'o2' }]
  expect(await storage.updateUser({ id: user.id, ...changed })).toMatchObject(changed)
  expect(await storage.getUser(user.id)).toMatchObject({ ...fields, ...changed })
  await storage.updateAccount(key)
  expect(await storage.listAccounts(user.id)).toMatchObject([key])
  await storage.close()
  const rows = look((database) =>
    database.prepare('select plan, users.extra, open_id from users, accounts').all(),
  )
  expect(rows).toMatchObject([{ plan: null, extra: '{"colour":"blue"}', open_id: 'o2' }])
})

const strange: [string, string, string][] = [
  ['has no id', 'create table users (name text)', 'it has no column "id"'],
  [
    'needs what only the application knows',
    'create table users (id text primary key, email text, password_hash text not null)',
    'its column "password_hash" needs a value',
  ],
]

const anotherApplication = `
  create table users (id integer primary key, name text, email text not null, password_hash text);
  create table sessions (id text primary key, data text);
  insert into users (name, email) values ('Ada', 'ada@a.test')`

test('another application’s tables are met with the option that leaves them alone', async () => {
  const { open, look } = newFile(anotherApplication)
  const before = look(shapeOf)
  const storage = open()
  const refusal = await storage.migrate().catch((error) => error)
  await storage.close()
  expect(look(shapeOf)).toEqual(before)
  const own = "{ users: { table: 'auth_users' }, sessions: { table: 'auth_sessions' } }"
  expect(refusal.hint).toContain(
    `\nstorage: sql(process.env.DATABASE_URL ?? '', { schema: ${own} })\n`,
  )
  expect(refusal.hint).not.toMatch(/create table|drop table/)
  expect(describe(refusal).split('\n')).toHaveLength(3)
  expect(describe(refusal)).not.toContain('\\u000a')

  const schema = { users: { table: 'auth_users' }, sessions: { table: 'auth_sessions' } }
  const apart = open({ schema })
  const user = await apart.createUser(newUser())
  await apart.createSession(newSession(user.id))
  await apart.close()
  const rows = look((database) => database.prepare('select name, email from users').all())
  expect(rows).toMatchObject([{ name: 'Ada', email: 'ada@a.test' }])
})

test('a table that the configuration names is shared by the statement that helps', async () => {
  const { open } = newFile('create table people (id text primary key, email text not null)')
  const storage = open({ schema: { users: { table: 'people' } } })
  const refusal = await storage.migrate().catch((error) => error)
  expect(refusal.hint).toContain('CREATE TABLE "portico_new" (id')
  expect(describe(refusal)).toContain('\n  insert into "portico_new" select * from "people"')
  await storage.close()
})

test('the log keeps foreign words within their line', () => {
  const error = new AuthError('Configuration', 'a\nb', { hint: 'c\nd', cause: new Error('e\nf') })
  expect(describe(error).split('\n')).toEqual([
    'Configuration: a\\u000ab. Cause: e\\u000af. → c',
    '  d node_modules/porticojs/docs/errors.md#configuration',
  ])
})

for (const [name, tables, reason] of strange) {
  test(`a table of the same name that ${name} is refused and not touched`, async () => {
    const { open, look } = newFile(tables)
    const before = look(shapeOf)
    const storage = open()
    await expect(storage.getUser('1')).rejects.toMatchObject({
      code: 'Configuration',
      message: expect.stringContaining(reason),
    })
    await storage.close()
    expect(look(shapeOf)).toEqual(before)
  })
}

test('columns that ignore case find nobody else', async () => {
  const nocase = kyselyTables.replaceAll(
    / text( unique)?( not null)?,/g,
    ' text collate nocase$1$2,',
  )
  const { open } = newFile(nocase)
  const storage = open()
  await storage.createUser(newUser({ email: 'ada@a.test' }))
  await noNamesakes(storage, 'ada@a.test')
  await storage.close()
})

test('a table that demands an e-mail address is named, with the statement that helps', async () => {
  const demanding = kyselyTables.replace('"email" text unique', '"email" text unique not null')
  const { open, look } = newFile(demanding)
  look((database) =>
    database.exec(`
      insert into "User" (id, email) values ('u1', 'a@a.test');
      insert into "Session" ("userId", "sessionToken", expires) values ('u1', 's1', '2030-01-01T00:00:00Z')`),
  )
  const before = look(shapeOf)
  const storage = open()
  const refusal = await storage.migrate().catch((error) => error)
  expect(refusal).toMatchObject({
    code: 'Configuration',
    message: expect.stringMatching(/^Column "email" of table "user" must be allowed to be empty$/i),
  })
  expect(look(shapeOf)).toEqual(before)
  look((database) => database.exec(refusal.hint.slice(refusal.hint.indexOf('\n'))))
  await storage.migrate()
  const people = [newUser({ email: null }), newUser({ email: null })]
  for (const person of people) await storage.createUser(person)
  expect(await storage.getUserByEmail('a@a.test')).toMatchObject({ id: 'u1' })
  expect(await storage.listSessions('u1')).toHaveLength(1)
  await storage.deleteUser('u1')
  expect(await storage.listSessions('u1')).toEqual([])
  await storage.close()
})

test.each(['providerId', 'provider_id'])(
  'tables of Better Auth stay as they are, and the way to tables of our own is named: %s',
  async (column) => {
    const { open, look } = newFile(`
      create table "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null);
      create table "account" ("id" text not null primary key, "accountId" text not null, "${column}" text not null, "userId" text not null);
      create table "session" ("id" text not null primary key, "token" text not null unique, "userId" text not null)`)
    const before = look(shapeOf)
    const storage = open()
    const refusal = await storage.migrate().catch((error) => error)
    expect(refusal).toMatchObject({ code: 'Configuration' })
    expect(refusal.hint).toContain('from-better-auth.md')
    expect(refusal.hint).not.toContain('drop table')
    expect(look(shapeOf)).toEqual(before)
    await storage.close()
  },
)

test('rows that must differ and do not are refused, and nothing is changed', async () => {
  const { open, look } = newFile(kyselyTables.replace('"email" text unique', '"email" text'))
  look((database) =>
    database.exec(`insert into "User" (id, email) values ('1', 'a@a.test'), ('2', 'a@a.test')`),
  )
  const before = look(shapeOf)
  const storage = open()
  await expect(storage.migrate()).rejects.toMatchObject({
    code: 'Configuration',
    message: expect.stringContaining('create unique index'),
  })
  await storage.close()
  expect(look(shapeOf)).toEqual(before)
})

test('a database from the future is refused by migrate and used as it is', async () => {
  const { open, look } = newFile()
  const storage = open()
  const user = await storage.createUser(newUser())
  look((database) => database.exec(`insert into portico_migrations values (999, 'later', 0)`))
  await expect(storage.migrate()).rejects.toMatchObject({
    code: 'Configuration',
    message: expect.stringContaining('version 999'),
  })
  await storage.close()
  const next = open()
  expect(await next.getUser(user.id)).toMatchObject({ id: user.id })
  await next.close()
})

test('tables and columns can have other names, and columns of the application are kept', async () => {
  const { open, look } = newFile(`
    create table people (
      person_id text primary key, mail text unique, role text not null default 'member', age integer
    )`)
  const schema = {
    users: { table: 'people', columns: { id: 'person_id', email: 'mail' } },
    sessions: { table: 'visits', columns: { sessionToken: 'hash', userId: 'person' } },
    items: { table: 'kept', columns: { lookup: 'found_by', userId: 'person', expires: 'until' } },
  }
  const storage = open({ schema })
  const user = await storage.createUser({ ...newUser(), ...{ age: 36, planet: 'Earth' } })
  const session = newSession(user.id)
  await storage.createSession(session)
  const found = await storage.getSessionAndUser(session.sessionToken)
  expect(found?.user).toMatchObject({ id: user.id, role: 'member', age: 36, planet: 'Earth' })
  const item = newItem({ userId: user.id, expires: session.expires })
  await storage.putItem(item)
  const kept = await storage.getItemAndUser(item)
  expect(kept).toMatchObject({ item, user: { id: user.id, age: 36, planet: 'Earth' } })
  expect(await storage.listItems({ kind: item.kind, userId: user.id })).toMatchObject({
    items: [item],
  })
  await storage.close()
  const [keptRow] = look((database) => database.prepare('select * from kept').all())
  expect(keptRow).toMatchObject({ found_by: item.lookup, person: user.id })
  const [row] = look((database) => database.prepare('select * from people').all())
  expect(row).toMatchObject({ person_id: user.id, mail: user.email, age: 36 })
  const wrong = { users: { columns: { nothing: 'x' } } }
  expect(() => sql(':memory:', { schema: wrong })).toThrow(
    expect.objectContaining({ code: 'Configuration', field: 'schema' }),
  )
})

test('the command migrates, prints and explains itself', async () => {
  const { path } = newFile()
  const run = async (...args: string[]) => portico(['migrate', ...args])
  const database = ['--database', `file:${path}`]
  expect((await run(...database, '--print')).out).toContain('create table "users"')
  expect(existsSync(path)).toBe(false)
  expect((await run(...database)).out).toMatch(/after \d+ changes/)
  expect((await run(...database)).out).toBe('The database is up to date (from --database).\n')
  expect(await run()).toMatchObject({ code: 1, error: expect.stringContaining('--database') })
  const wrong = await run(...database, '--schema', 'other')
  expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining('authjs-pg') })
})

test('an unknown address is refused without repeating it', async () => {
  expect(() => sql('oracle://user:password@host/db')).toThrow(
    expect.objectContaining({
      code: 'Configuration',
      message: expect.not.stringContaining('password'),
    }),
  )
})

test('a column that is mapped after the migration is added at the next start, with its index', async () => {
  const { open, look } = newFile()
  const before = open()
  await before.createUser({ ...newUser(), email: 'ada@people.test' })
  await before.close()
  const schema = { users: { columns: { image: 'avatar', email: 'mail' } } }
  const manual = open({ schema, migrate: false })
  expect(await manual.migrate({ print: true })).toEqual([
    'alter table "users" add column "mail" text',
    'alter table "users" add column "avatar" text',
    'create unique index "portico_users_mail" on "users" ("mail")',
  ])
  await expect(manual.getUser('1')).rejects.toThrow('has no column "mail"')
  await manual.close()
  const storage = open({ schema })
  const { id } = await storage.createUser({ ...newUser(), image: 'https://app.test/a.png' })
  expect((await storage.getUser(id))?.image).toBe('https://app.test/a.png')
  expect(await storage.migrate()).toEqual([])
  await storage.close()
  const columns = look((database) => shapeOf(database).filter((one) => one.startsWith('users.')))
  expect(columns).toEqual(expect.arrayContaining(['users.avatar', 'users.mail', 'users.email']))
  expect(look((database) => database.prepare('select email from users').all())).toContainEqual({
    email: 'ada@people.test',
  })
})

test('a column that every row needs is not added when it is mapped, and the error says what to do', async () => {
  const { open } = newFile()
  const before = open()
  await before.createUser(newUser())
  await before.close()
  const storage = open({ schema: { accounts: { columns: { userId: 'person' } } } })
  await expect(storage.migrate()).rejects.toMatchObject({
    message:
      'Column "person" of table "accounts" cannot be added, because every row needs a value there',
    hint: expect.stringContaining('Rename the column'),
  })
  await storage.close()
})
