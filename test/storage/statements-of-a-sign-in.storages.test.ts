import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import mysql from 'mysql2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import type { SqliteDatabase } from '../../src/stores/sql/sqlite-connection.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { type Setup, setup } from '../setup.ts'
import { applicationPool } from './application-pool.ts'
import { ofThisSuite, type Server, type ServerName, serverOf, temporaryFolder } from './servers.ts'

/** A storage, and every statement that reached its database. */
interface Recorded {
  storage: SqlStorage
  statements: string[]
  close(): Promise<unknown>
}

function onSqlite(): Recorded {
  const statements: string[] = []
  const database = new DatabaseSync(`${temporaryFolder()}/auth.db`)
  const recorded: SqliteDatabase = {
    prepare(text) {
      const prepared = database.prepare(text)
      const run = <T>(work: () => T): T => {
        statements.push(text)
        return work()
      }
      return {
        all: (...values) => run(() => prepared.all(...values)),
        run: (...values) => run(() => prepared.run(...values)),
      }
    },
    exec(text) {
      statements.push(text)
      database.exec(text)
    },
    close: () => database.close(),
  }
  return { storage: sql(recorded), statements, close: async () => database.close() }
}

function onServer(dialect: Dialect): Recorded {
  const statements: string[] = []
  const db = new Kysely<unknown>({ dialect, log: ({ query }) => void statements.push(query.sql) })
  return { storage: sql(db, { migrate: true }), statements, close: () => db.destroy() }
}

const databases: Record<string, (address: string) => Recorded> = {
  SQLite: onSqlite,
  PostgreSQL: (address) => {
    const pool = applicationPool(address)
    return onServer(new PostgresDialect({ pool }))
  },
  MariaDB: (address) => onServer(new MysqlDialect({ pool: mysql.createPool({ uri: address }) })),
}

const tables = /\b(?:from|join|into|update)\s+["`](\w+)["`]/g
const locks = /\bfor update\s*$/

/** A statement in a few words: what it does, to which tables, and which columns it changes. */
function inWords(text: string): string {
  const [verb = ''] = text.trim().toLowerCase().split(/\s/)
  const [first, ...others] = [...text.matchAll(tables)].map(([, name]) => name)
  const columns = /\bset (.*) where\b/s.exec(text)?.[1]?.matchAll(/["`](\w+)["`] =/g) ?? []
  const words: Record<string, string> = {
    select: `${locks.test(text) ? 'lock' : 'read'} ${[first, ...others].join(' and ')}`,
    insert: `insert into ${first}`,
    update: `update ${first}: ${Array.from(columns, ([, name]) => name)
      .toSorted()
      .join(', ')}`,
    delete: `delete from ${first}`,
    start: 'begin',
  }
  return words[verb] ?? verb
}

for (const [name, open] of Object.entries(databases).filter(([name]) => ofThisSuite(name))) {
  const start = name === 'SQLite' ? undefined : serverOf(name as ServerName)
  describe.skipIf(name !== 'SQLite' && !start)(`on ${name}`, () => {
    let server: Server | undefined
    let database: Recorded
    let app: Setup
    beforeAll(async () => {
      server = await start?.()
      database = open(server?.address ?? '')
      // What has expired is removed now and then, beside a sign-in that does not wait for it.
      const { sweep: _, ...storage } = database.storage
      app = await setup({ providers: [plain, idp], storage }, await outside())
      // The first sign-in makes the tables.
      await app.open().signIn('plain', { as: 'noor' })
    })
    afterAll(async () => {
      await database?.close()
      await server?.stop()
    })

    /** What the database was asked to do. MySQL says the isolation in a statement of its own, before it begins. */
    const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
      database.statements.length = 0
      await work()
      expect(app.log.errors).toEqual([])
      return database.statements.map(inWords).filter((words) => words !== 'set')
    }
    /** SQLite has its transactions to themselves, and locks no rows. */
    const lock = (table: string) => `${name === 'SQLite' ? 'read' : 'lock'} ${table}`

    test('somebody new is written in one transaction, after a claim on the callback', async () => {
      const browser = app.open()
      expect(await statementsOf(() => browser.signIn('plain', { as: 'ada' }))).toEqual([
        'insert into portico_claims',
        'begin',
        'read accounts and users',
        'read users',
        'insert into users',
        'insert into accounts',
        'insert into sessions',
        // createUser, linkAccount, signIn.
        'insert into portico_audit',
        'insert into portico_audit',
        'insert into portico_audit',
        'commit',
      ])
    })

    test('of somebody known, the user is read once and locked, and only tokens change', async () => {
      const browser = app.open()
      const known = [
        'insert into portico_claims',
        'begin',
        'read accounts and users',
        lock('users'),
        'update accounts: access_token, expires_at, refresh_token, scope, token_type',
      ]
      const written = ['insert into sessions', 'insert into portico_audit', 'commit']
      const signIn = () => browser.signIn('plain', { as: 'ada' })
      expect(await statementsOf(signIn)).toEqual([...known, ...written])
      // The browser's session before this one ends.
      expect(await statementsOf(signIn)).toEqual([...known, 'delete from sessions', ...written])
    })

    test('a session is one read', async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      expect(await statementsOf(() => browser.session())).toEqual(['read sessions and users'])
    })

    test('a link asks for its session again inside the transaction', async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      const link = () => browser.signIn('idp', { as: 'layla', link: true })
      expect(await statementsOf(link)).toEqual([
        // When it is asked for, when its callback comes, and before the application decides.
        'read sessions and users',
        'insert into portico_claims',
        'read sessions and users',
        'read sessions and users',
        'begin',
        'read accounts and users',
        lock('users'),
        'read sessions and users',
        'insert into accounts',
        'delete from sessions',
        'insert into sessions',
        // linkAccount, signIn.
        'insert into portico_audit',
        'insert into portico_audit',
        'commit',
      ])
    })
  })
}
