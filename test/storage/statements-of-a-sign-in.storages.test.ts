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
const locks = /\bfor update(?: of u)?\s*$/

/** The statements within one that has several: what is in the brackets of its `with`. */
const within =
  /(?:as \(|\)(?=\s+insert))\s*((?:select|insert|update|delete)\b.*?)(?=\), |\)\s+(?:select|insert)\b|$)/gs

/** A statement in a few words: what it does, to which tables, and which columns it changes. */
function inWords(text: string): string {
  const [verb = ''] = text.trim().toLowerCase().split(/\s/)
  if (verb === 'with')
    return Array.from(text.matchAll(within), ([, part = '']) => inWords(part)).join(' + ')
  const [first, ...others] = [...text.matchAll(tables)].map(([, name]) => name)
  const columns =
    /\bset (.*?) (?:from owner\s+)?where\b/s.exec(text)?.[1]?.matchAll(/["`](\w+)["`] =/g) ?? []
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
    const isAtOnce = name === 'PostgreSQL'
    const ifAtOnce = isAtOnce ? test : () => {}
    const otherwise = isAtOnce ? () => {} : test
    const tokens =
      'update accounts: access_token, accountName, expires_at, refresh_token, scope, token_type'
    const audit = 'insert into portico_audit'

    ifAtOnce('somebody new is written by one statement', async () => {
      const browser = app.open()
      expect(await statementsOf(() => browser.signIn('plain', { as: 'ada' }))).toEqual([
        'insert into portico_claims',
        `lock accounts and users and sessions + ${tokens} + insert into sessions + ${audit}`,
        // createUser, linkAccount, signIn.
        `insert into users + insert into accounts + insert into sessions + ${audit} + ${audit} + ${audit}`,
      ])
      expect((await browser.session())?.user).toMatchObject({ name: 'Ada Lovelace' })
    })

    ifAtOnce('somebody known is signed in by one statement', async () => {
      const browser = app.open()
      const signIn = () => browser.signIn('plain', { as: 'ada' })
      const known = `lock accounts and users and sessions + ${tokens}`
      expect(await statementsOf(signIn)).toEqual([
        'insert into portico_claims',
        `${known} + insert into sessions + ${audit}`,
      ])
      // The browser's session before this one ends.
      expect(await statementsOf(signIn)).toEqual([
        'insert into portico_claims',
        `${known} + delete from sessions + insert into sessions + ${audit}`,
      ])
      expect((await browser.session())?.user).toMatchObject({ name: 'Ada Lovelace' })
    })

    otherwise(
      'somebody new is written in one transaction, after a claim on the callback',
      async () => {
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
      },
    )

    otherwise(
      'of somebody known, the user is read once and locked, and only tokens and the name there change',
      async () => {
        const browser = app.open()
        const known = [
          'insert into portico_claims',
          'begin',
          'read accounts and users',
          lock('users'),
          tokens,
        ]
        const written = ['insert into sessions', 'insert into portico_audit', 'commit']
        const signIn = () => browser.signIn('plain', { as: 'ada' })
        expect(await statementsOf(signIn)).toEqual([...known, ...written])
        // The browser's session before this one ends.
        expect(await statementsOf(signIn)).toEqual([...known, 'delete from sessions', ...written])
      },
    )

    test('a session is one read', async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      expect(await statementsOf(() => browser.session())).toEqual(['read sessions and users'])
    })

    test('a renewal is the read and one write', async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      app.world.clock.advance('2d')
      const [read, ...rest] = await statementsOf(() => browser.session())
      expect(read).toBe('read sessions and users')
      expect(rest).toEqual(['update sessions: expires, lastUsedAt'])
    })

    test('a sign-out asks who it is only where it must', async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      const statements: Record<string, string[]> = {
        PostgreSQL: [`delete from sessions + ${audit}`],
        SQLite: ['begin', 'delete from sessions', audit, 'commit'],
        MariaDB: ['read sessions and users', 'delete from sessions', audit],
      }
      expect(await statementsOf(() => browser.signOut())).toEqual(statements[name])
      expect(await browser.session()).toBeNull()
      const lines = await database.storage.findAudit({ event: 'signOut' })
      expect(lines.entries).toHaveLength(1)
    })

    test('a refresh reads the account, again with the lease, and gives the lease back with what it writes', async () => {
      const browser = app.open()
      await browser.signIn('plain', { as: 'ada' })
      const userId = (await browser.session())?.user.id ?? ''
      app.world.clock.advance('2d')
      const statements = await statementsOf(() => app.auth.accessToken({ userId }, 'plain'))
      const kept = 'update accounts: access_token, expires_at, refresh_token, scope, token_type'
      const [lease, end] = ['insert into portico_leases', 'delete from portico_leases']
      expect(statements).toEqual(
        isAtOnce
          ? ['read accounts', `lock accounts + ${lease}`, `${kept} + ${end}`]
          : ['read accounts', lease, 'read accounts', kept, end],
      )
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
