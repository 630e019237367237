import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { applicationPool } from './application-pool.ts'
import { newAccount, newItem, newSession, newUser, unique } from './people.ts'
import { serverOf } from './servers.ts'

const secrets = ['a secret that is long enough to be one']

/** Everything that happens at a sign-in, a visit and a sign-out. */
async function live(storage: Required<Storage>): Promise<void> {
  const user = await storage.createUser(newUser())
  const account = newAccount(user.id)
  const session = newSession(user.id)
  const { sessionToken, expires } = session
  await storage.linkAccount(account)
  await storage.createSession(session)
  await storage.getUser(user.id)
  await storage.getUserByEmail(user.email ?? '')
  await storage.getUserByAccount(account)
  await storage.getSessionAndUser(sessionToken)
  await storage.updateSession({ sessionToken, expires })
  const { provider, providerAccountId } = account
  await storage.updateAccount({ provider, providerAccountId, scope: 'a' })
  await storage.getAccount(providerAccountId, provider)
  await storage.listAccounts(user.id)
  await storage.listSessions(user.id)
  await storage.listAuthenticatorsByUserId(user.id)
  await storage.listAudit(user.id)
  const token = { identifier: unique(), token: unique() }
  await storage.useVerificationToken(token)
  await storage.sweep()
  await storage.release(unique())
  await storage.lease(unique(), 60, 'a')
  await storage.releaseLease(unique(), 'a')
  await storage.transaction(async (inside) => inside.lockUser?.(user.id))
  await storage.replaceTokens({ provider, providerAccountId }, '', {})
  await storage.updateUser({ id: user.id, name: 'Ada' })
  await storage.deleteSession(sessionToken)
  await storage.deleteSessions(user.id)
  await keepItems(storage, user.id)
  await storage.deleteUser(user.id)
}

/** Everything that parts do with items. */
async function keepItems(storage: Required<Storage>, userId: string): Promise<void> {
  const items = [newItem({ userId }), newItem({ userId })]
  for (const item of items) await storage.putItem(item)
  const [item = newItem()] = items
  const { kind } = item
  await storage.getItem(item)
  await storage.getItemAndUser(item)
  for (const filter of [{ kind }, { userId }, { kind, userId }]) {
    const { next } = await storage.listItems(filter, { limit: 1 })
    await storage.listItems(filter, { after: next })
  }
  await storage.touchItem(item, new Date())
  await storage.replaceItem(item, item)
  await storage.takeItem(item)
  await storage.deleteItem(item)
  await storage.deleteItems(userId, kind)
  await storage.deleteItems(userId)
}

const hasPlan = /^\s*(select|update|delete)\b/i

test('no statement of SQLite searches a whole table', async () => {
  const database = new DatabaseSync(':memory:')
  const seen = new Set<string>()
  const storage = sql(
    {
      prepare(text: string) {
        seen.add(text)
        return database.prepare(text)
      },
      exec: (text: string) => database.exec(text),
      close: () => database.close(),
    },
    { secrets, retention: 30 },
  )
  await storage.migrate()
  seen.clear()
  await live(storage)
  const statements = [...seen].filter((text) => hasPlan.test(text) && !text.includes('pragma_'))
  expect(statements.length).toBeGreaterThan(20)
  const scans = statements.flatMap((text) =>
    database
      .prepare(`explain query plan ${text}`)
      .all(...Array(text.split('?').length - 1).fill(''))
      .filter(({ detail }) => /^SCAN/.test(String(detail)))
      .map(({ detail }) => `${detail} in ${text}`),
  )
  expect(scans.filter((scan) => !scan.includes('portico_migrations'))).toEqual([])
  await storage.close()
})

const start = serverOf('PostgreSQL')

/** A storage on PostgreSQL, and the statements that it sends. */
async function openRecorded() {
  const server = await start?.()
  const pool = applicationPool(server?.address ?? '')
  const seen = new Map<string, readonly unknown[]>()
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      seen.set(query.sql, query.parameters)
    },
  })
  const storage = sql(db, { secrets, retention: 30 })
  await storage.migrate()
  const close = async () => {
    await storage.close()
    await db.destroy()
    await server?.stop()
  }
  return { pool, seen, storage, close }
}

describe.skipIf(!start)('on a PostgreSQL server', () => {
  test('no statement of PostgreSQL searches a whole table', async () => {
    const { pool, seen, storage, close } = await openRecorded()
    await storage.getUser('nobody')
    seen.clear()
    await live(storage)
    const client = await pool.connect()
    // Small tables are read whole whatever the indexes; forbidden to, it only does so when there is no other way.
    await client.query('set enable_seqscan = off')
    const statements = [...seen].filter(([text]) => hasPlan.test(text))
    expect(statements.length).toBeGreaterThan(20)
    const scans: string[] = []
    for (const [text, values] of statements) {
      const { rows } = await client.query(`explain ${text}`, [...values])
      const plan = rows.map((row) => Object.values(row)[0]).join('\n')
      if (plan.includes('Seq Scan')) scans.push(`${text}\n${plan}`)
    }
    expect(scans).toEqual([])
    client.release()
    await close()
  })

  test('finds what has expired by its index, however much of the table that is', async () => {
    const { pool, seen, storage, close } = await openRecorded()
    const { id } = await storage.createUser(newUser())
    await pool.query(
      `insert into sessions ("sessionToken", "userId", expires)
       select 'token ' || n, $1, now() + (n * 7919 % 100 - 20) * interval '1 hour' from generate_series(1, 100000) n`,
      [id],
    )
    await pool.query('analyze sessions')
    seen.clear()
    await storage.sweep()
    const [text = '', values = []] =
      [...seen].find(([text]) => /^delete from .*sessions/.test(text)) ?? []
    const { rows } = await pool.query(`explain ${text}`, [...values])
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    // The rows to delete are looked up in a table this small by reading it; finding them is what must not read it.
    expect(plan).toMatch(/Index.* Scan using \S*_expires on sessions sessions_1/)
    await close()
  })
})
