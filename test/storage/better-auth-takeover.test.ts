import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { sqlite } from '../../src/storage/sqlite.ts'
import { setup } from '../setup.ts'

/** The tables of Better Auth 1.7, as its own migration creates them, without what plugins add. */
const theirTables = `
  create table "user" ("id" text not null primary key, "name" text not null, "email" text not null unique,
    "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null);
  create table "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text,
    "createdAt" date not null, "updatedAt" date not null);`

/** What the guide tells to run. */
function statements(): string {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/from-better-auth.md'), 'utf8')
  return /^```sql\n(.*?)^```/ms.exec(guide)?.[1] ?? ''
}

const app = {
  client_id: 'my-client',
  client_secret: 'my-secret',
  redirect_uris: ['https://app.test/api/auth/callback/github'],
}
const providers = [GitHub({ clientId: app.client_id, clientSecret: app.client_secret })]

test('a person with an account of Better Auth is the same person here', async () => {
  const first = await setup({ providers, storage: memory() }, { platform: 'github', apps: [app] })
  await first.browser.signIn('github', { as: 'ada' })
  const { id: newcomer = '' } = (await first.browser.session())?.user ?? {}
  const [account] = await first.auth.accounts.list({ userId: newcomer })

  const database = new DatabaseSync(':memory:')
  database.exec(theirTables)
  const at = '2026-01-02T03:04:05.000Z'
  database
    .prepare('insert into "user" values (?, ?, ?, ?, ?, ?, ?)')
    .run('their-id', 'Ada', 'Ada@People.test', 1, null, at, at)
  const add = database.prepare(
    'insert into "account" ("id", "accountId", "providerId", "userId", "scope", "createdAt", "updatedAt") values (?, ?, ?, ?, ?, ?, ?)',
  )
  add.run(
    'a',
    account?.providerAccountId ?? '',
    'github',
    'their-id',
    'read:user,user:email',
    at,
    at,
  )
  add.run('b', 'their-id', 'credential', 'their-id', null, at, at)

  const storage = sqlite(database, { schema: 'authjs-pg' })
  await storage.migrate()
  database.exec(statements())

  const { browser, auth } = await setup({ providers, storage }, { platform: 'github', apps: [app] })
  expect(await auth.accounts.list({ userId: 'their-id' })).toMatchObject([
    { provider: 'github', scope: 'read:user user:email' },
  ])
  await browser.signIn('github', { as: 'ada' })
  expect((await browser.session())?.user).toMatchObject({ id: 'their-id', name: 'Ada' })
})
