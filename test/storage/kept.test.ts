import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { temporaryFolder } from './servers.ts'

const secrets = ['a secret that is long enough to be one']
const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close()
})

const passkey = {
  credentialID: 'key-1',
  userId: 'u',
  providerAccountId: 'handle',
  credentialPublicKey: 'public',
  counter: 3,
  credentialDeviceType: 'singleDevice',
}

const pascal = ['Account', 'Authenticator', 'Session', 'User', 'VerificationToken']

test.each([
  ['authjs-pg', ['accounts', 'authenticators', 'sessions', 'users', 'verification_token']],
  ['authjs-kysely', pascal],
  ['authjs-prisma', pascal],
  ['authjs-drizzle', ['account', 'authenticator', 'session', 'user', 'verificationToken']],
] as const)('under the names of %s everything has its place', async (schema, tables) => {
  const path = join(temporaryFolder(), 'auth.db')
  const storage = sql(`file:${path}`, { secrets, schema })
  open.push(storage)
  const user = await storage.createUser({ id: 'u', name: 'Ada', emailVerified: null })
  const expires = new Date(Date.now() + 60_000)
  const token = { identifier: 'ada@people.test', token: 'hash', expires }
  await storage.createVerificationToken(token)
  await storage.createAuthenticator({ ...passkey, credentialBackedUp: true, transports: null })
  const [used, again] = [
    await storage.useVerificationToken(token),
    await storage.useVerificationToken(token),
  ]
  expect([used, again]).toEqual([token, null])
  expect(await storage.getUser(user.id)).toMatchObject({ name: 'Ada' })
  expect(await storage.listAuthenticatorsByUserId('u')).toHaveLength(1)
  const database = new DatabaseSync(path)
  const found = database
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'portico%'`)
    .all()
  database.close()
  expect(found.map(({ name }) => String(name)).sort()).toEqual(tables)
})

test.each([
  ['{"nonsense":{"table":"x"}}', 'There is no table "nonsense"'],
  ['{"users":{"columns":{"nonsense":"x"}}}', 'has no column "nonsense"'],
])('names for what does not exist are refused: %s', (text, message) => {
  // As it comes from a file, without the compiler's help.
  const schema = JSON.parse(text)
  expect(() => sql(':memory:', { secrets, schema })).toThrow(
    expect.objectContaining({ code: 'Configuration', message: expect.stringContaining(message) }),
  )
})

test('a migration that fails for a reason of its own is not taken for equal rows', async () => {
  const path = join(temporaryFolder(), 'auth.db')
  const taken = new DatabaseSync(path)
  // A view stands where the table of claims would be made.
  taken.exec('create view portico_claims as select 1 as one')
  taken.close()
  const storage = sql(`file:${path}`, { secrets })
  open.push(storage)
  const failed = await storage.migrate().catch((thrown: unknown) => thrown)
  expect(failed).toBeInstanceOf(Error)
  expect(String(failed)).not.toContain('Rows that must differ')
})

/** A database that the application made before we came. */
function madeBefore(statements: string) {
  const path = join(temporaryFolder(), 'auth.db')
  const database = new DatabaseSync(path)
  database.exec(statements)
  database.close()
  const storage = sql(`file:${path}`, { secrets })
  open.push(storage)
  return storage
}

test('columns of the application may be called like ours elsewhere, and hold large numbers', async () => {
  const storage = madeBefore(
    'create table users (id text primary key, email text unique, provider text, points integer)',
  )
  const own = { provider: 'by hand', points: 9_007_199_254_740n }
  await storage.createUser({ id: 'u', emailVerified: null, ...own })
  await storage.linkAccount({ provider: 'p', providerAccountId: '1', type: 'oauth', userId: 'u' })
  const found = await storage.getUserByAccount({ provider: 'p', providerAccountId: '1' })
  expect(found).toMatchObject({ id: 'u', provider: 'by hand', points: 9_007_199_254_740 })
})

test.each([
  ['an index that is not unique does not count as one that is', 'index', 1],
  ['a unique index that is there is not made again', 'unique index', 0],
])('%s', async (_, kind, made) => {
  const storage = madeBefore(`
    create table users (id text primary key, email text);
    create ${kind} own_index on users (email)`)
  const statements = await storage.migrate({ print: true })
  const unique = statements.filter((text) => /create unique index .*"users".*"email"/s.test(text))
  expect(unique).toHaveLength(made)
})
