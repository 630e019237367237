import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { AuthError } from '../../errors.ts'
import { unknownAddress } from '../address.ts'
import { type Connection, createConnection, type SyncRead } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { mysql } from './mysql.ts'
import { mysqlPool } from './mysql-pool.ts'
import { postgres } from './postgres.ts'
import { type PoolOptions, postgresPool } from './postgres-pool.ts'
import { sqlite } from './sqlite.ts'
import {
  createSqliteConnection,
  isSqliteDatabase,
  type SqliteDatabase,
} from './sqlite-connection.ts'
import { openSqliteFile, prepareConnection, type SqliteFile, sqlitePath } from './sqlite-file.ts'
import { sqliteDialect } from './sqlite-kysely.ts'

/** A database's address, one that a SQLite driver has opened, or a Kysely instance. */
export type Database<DB> = string | SqliteDatabase | Kysely<DB>

/** A connection with its end. */
export interface Connected {
  connection: Connection
  /** Nobody else looks after this database: it is made and upgraded when it is first used. */
  embedded: boolean
  close(): Promise<void>
}

/** How connections are made. */
export type ConnectOptions = Omit<PoolOptions, 'address'>

/** Gets ready to talk to a database. Nothing is opened before the first statement. */
export function connect<DB>(database: Database<DB>, options: ConnectOptions): Connected {
  if (typeof database === 'string') return connectTo(database, options)
  if (isSqliteDatabase(database)) return connectDriver(database, options)
  const connection = createConnection(database, settings(detectDialect(database), options))
  // Whoever made the instance ends it.
  return { connection, embedded: false, close: async () => {} }
}

function connectTo(address: string, options: ConnectOptions): Connected {
  const path = sqlitePath(address)
  if (path !== undefined) return connectFile(path, options)
  const pool = { ...options, address }
  const scheme = address.slice(0, address.indexOf(':'))
  const make = schemes[scheme]
  if (!make) throw unknownAddress()
  return own(make(pool), settings(scheme.startsWith('postgres') ? postgres : mysql, options), false)
}

const schemes: Readonly<Record<string, (pool: PoolOptions) => Kysely<unknown>>> = {
  postgres: postgresKysely,
  postgresql: postgresKysely,
  mysql: mysqlKysely,
  mariadb: mysqlKysely,
}

function postgresKysely(pool: PoolOptions): Kysely<unknown> {
  return new Kysely({ dialect: new PostgresDialect({ pool: () => postgresPool(pool) }) })
}

function mysqlKysely(pool: PoolOptions): Kysely<unknown> {
  return new Kysely({ dialect: new MysqlDialect({ pool: () => mysqlPool(pool) }) })
}

function connectFile(path: string, options: ConnectOptions): Connected {
  let file: SqliteFile | undefined
  const dialect = sqliteDialect(async () => {
    file = await openSqliteFile(path, options.timeout)
    return file.writer
  }, options.timeout)
  const syncRead: SyncRead | undefined =
    path === ':memory:' ? undefined : (text, values) => file?.reader?.all(text, values)
  const connected = own(new Kysely({ dialect }), { ...settings(sqlite, options), syncRead }, true)
  return {
    ...connected,
    async close() {
      file?.reader?.close()
      await connected.close()
    },
  }
}

function connectDriver(database: SqliteDatabase, options: ConnectOptions): Connected {
  const dialect = sqliteDialect(async () => {
    const connection = createSqliteConnection(database)
    prepareConnection(connection)
    return { ...connection, close() {} }
  }, options.timeout)
  return own(new Kysely({ dialect }), settings(sqlite, options), true)
}

function own(
  db: Kysely<unknown>,
  connectionOptions: Parameters<typeof createConnection>[1],
  embedded: boolean,
) {
  return {
    connection: createConnection(db, connectionOptions),
    embedded,
    close: () => db.destroy(),
  }
}

function settings(dialect: Dialect, { timeout, warn }: ConnectOptions) {
  return { dialect, retryMilliseconds: timeout, warn }
}

/** Kysely does not name its dialects, but they differ in what they can do; so do those of other makers. */
function detectDialect<DB>(db: Kysely<DB>): Dialect {
  const { supportsReturning, supportsTransactionalDdl } = db.getExecutor().adapter
  if (supportsReturning) return supportsTransactionalDdl ? postgres : sqlite
  if (!supportsTransactionalDdl) return mysql
  throw new AuthError('Unsupported', 'sql() speaks SQLite, PostgreSQL and MySQL', {
    field: 'database',
  })
}
