import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect } from 'kysely'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { applicationPool } from '../storage/application-pool.ts'

/** A statement by which users or lines of the audit log are found, with the database's plan for it. */
export interface Explained {
  statement: string
  plan: string
}

/** The plans of a database, those that read a whole table or sort what they found, and how long all statements took. */
export interface Findings {
  plans: Explained[]
  bad: Explained[]
  milliseconds: number
}

const secrets = ['a secret that is long enough to be one']
const isFinding = /^\s*select\b/i

/** Everything that finds something, on first pages and on those behind them. */
async function findAll(storage: Required<Storage>): Promise<void> {
  for (const query of [undefined, 'name 1', 'mail-99']) {
    const { next } = await storage.listUsers({ query }, { limit: 20 })
    await storage.listUsers({ query }, { limit: 20, after: next })
  }
  // The page on which addresses end and names begin.
  await storage.listUsers({ query: 'name 12' }, { limit: 20 })
  const since = new Date(0)
  for (const filter of [
    ...[{}, { event: 'signIn' }, { user: 'u77' }, { since }],
    ...[
      { event: 'signIn', since },
      { user: 'u77', event: 'signIn' },
    ],
  ]) {
    const { next } = await storage.findAudit(filter, { limit: 2 })
    await storage.findAudit(filter, { limit: 2, after: next })
  }
  // The sweep of guests, a promotion, an export, and the reader of impersonations.
  for (const filter of [{ kind }, { userId: 'u77' }, { userId: 'u77', kind }]) {
    const { next } = await storage.listItems(filter, { limit: 20 })
    if (next) await storage.listItems(filter, { limit: 20, after: next })
  }
  await storage.getItemAndUser({ kind, lookup: 'u77' })
  await storage.listSessions('u77')
  await storage.getSessionAndUser('s77')
  await storage.listAccounts('u77')
  await storage.getUserByEmail('mail-77@a.test')
}

const kind = 'guest/guest'

/** The plans on SQLite, with so many users and lines. */
export async function explainSqlite(count: number): Promise<Findings> {
  const database = new DatabaseSync(':memory:')
  const seen = new Set<string>()
  const recorded = {
    prepare(text: string) {
      seen.add(text)
      return database.prepare(text)
    },
    exec: (text: string) => database.exec(text),
    close: () => database.close(),
  }
  const storage = sql(recorded, { secrets })
  await storage.migrate()
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`
  database.exec(
    `${numbers} insert into users (id, name, email) select 'u' || n, 'Name ' || n, 'mail-' || n || '@a.test' from numbers`,
  )
  database.exec(
    `${numbers} insert into portico_audit (id, at, event, "userId")
     select 'l' || n, n, case n % 2 when 0 then 'signIn' else 'signOut' end, 'u' || n % 1000 from numbers`,
  )
  database.exec(
    `${numbers} insert into portico_items (id, kind, lookup, "userId", data, version, "createdAt")
     select 'i' || n, '${kind}', 'u' || n, 'u' || n, '{}', 1, '2026-01-01T00:00:00.000Z' from numbers`,
  )
  database.exec(
    `${numbers} insert into sessions ("sessionToken", "userId", expires)
     select 's' || n, 'u' || n, '2030-01-01T00:00:00.000Z' from numbers`,
  )
  database.exec(
    `${numbers} insert into accounts ("userId", type, provider, "providerAccountId") select 'u' || n, 'oauth', 'p', 'a' || n from numbers`,
  )
  database.exec('analyze')
  seen.clear()
  const begun = performance.now()
  await findAll(storage as Required<Storage>)
  const milliseconds = performance.now() - begun
  const plans = [...seen].filter(isFinding.test, isFinding).map((statement) => {
    const values = Array(statement.split('?').length - 1).fill('')
    const rows = database.prepare(`explain query plan ${statement}`).all(...values)
    return { statement, plan: rows.map(({ detail }) => String(detail)).join('\n') }
  })
  await storage.close()
  // Everybody by id, and the newest lines, are read in the order of an index, and only as far as the page goes.
  const isBad = ({ plan }: Explained) =>
    /^SCAN (?!.*USING (?:COVERING )?INDEX)|FOR ORDER BY/m.test(plan)
  return { plans, bad: plans.filter(isBad), milliseconds }
}

/** The plans on PostgreSQL, with so many users and lines. */
export async function explainPostgres(address: string, count: number): Promise<Findings> {
  const pool = applicationPool(address)
  const seen = new Map<string, readonly unknown[]>()
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void seen.set(query.sql, query.parameters),
  })
  const storage = sql(db, { secrets })
  await storage.migrate()
  await pool.query(
    `insert into users (id, name, email) select 'u' || n, 'Name ' || n, 'mail-' || n || '@a.test' from generate_series(1, ${count}) n`,
  )
  await pool.query(
    `insert into portico_audit (id, at, event, "userId")
     select 'l' || n, n, case n % 2 when 0 then 'signIn' else 'signOut' end, 'u' || n % 1000 from generate_series(1, ${count}) n`,
  )
  await pool.query(
    `insert into portico_items (id, kind, lookup, "userId", data, version, "createdAt")
     select 'i' || n, '${kind}', 'u' || n, 'u' || n, '{}', 1, now() from generate_series(1, ${count}) n`,
  )
  await pool.query(
    `insert into sessions ("sessionToken", "userId", expires) select 's' || n, 'u' || n, '2030-01-01' from generate_series(1, ${count}) n`,
  )
  await pool.query(
    `insert into accounts ("userId", type, provider, "providerAccountId") select 'u' || n, 'oauth', 'p', 'a' || n from generate_series(1, ${count}) n`,
  )
  for (const table of ['users', 'portico_audit', 'portico_items', 'sessions', 'accounts'])
    await pool.query(`vacuum analyze ${table}`)
  await storage.getUser('nobody')
  seen.clear()
  const begun = performance.now()
  await findAll(storage as Required<Storage>)
  const milliseconds = performance.now() - begun
  const plans: Explained[] = []
  for (const [statement, values] of [...seen].filter(([text]) => isFinding.test(text))) {
    const { rows } = await pool.query(`explain ${statement}`, [...values])
    plans.push({ statement, plan: rows.map((row) => Object.values(row)[0]).join('\n') })
  }
  await storage.close()
  await db.destroy()
  // Lines of one moment are put in order by their id, which is no sort of the table: an incremental one. Nor is one of the few lines that an
  // index has found of a user.
  const isBad = ({ plan }: Explained) =>
    /Seq Scan|(?<!Incremental )\bSort\b(?! Key).*? rows=\d{3,}/.test(plan)
  return { plans, bad: plans.filter(isBad), milliseconds }
}
