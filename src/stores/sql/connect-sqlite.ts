import { unknownAddress } from '../connection-url.ts'
import type { SyncRead } from './connection.ts'
import {
  type ConnectOptions,
  connectionOptions,
  type OpenConnection,
  ownConnection,
} from './open-connection.ts'
import { sharedConnection } from './shared-connection.ts'
import { sqlite } from './sqlite.ts'
import {
  createSqliteConnection,
  type SqliteConnection,
  type SqliteDatabase,
} from './sqlite-connection.ts'
import { sqliteDriver } from './sqlite-driver.ts'
import { openSqliteFile, prepareConnection, type SqliteFile, sqlitePath } from './sqlite-file.ts'

/** A connection to a database file, or to a database that a driver of the application has opened. */
export function connectSqlite(
  database: string | SqliteDatabase,
  options: ConnectOptions,
): OpenConnection {
  if (typeof database !== 'string') return connectDriver(database, options)
  const path = sqlitePath(database)
  if (path === undefined) throw unknownAddress(database)
  const connect = () => connectFile(path, options)
  // Each `:memory:` is a database of its own.
  return path === ':memory:' ? connect() : sharedConnection(database, options, connect)
}

function connectFile(path: string, options: ConnectOptions): OpenConnection {
  let file: SqliteFile | undefined
  const driver = sqliteDriver(async () => {
    file = await openSqliteFile(path, options.timeout)
    return file.writer
  }, options.timeout)
  const syncRead: SyncRead | undefined =
    path === ':memory:' ? undefined : ({ text, values }) => file?.reader?.run(text, values).rows
  const connected = ownConnection(driver, { ...connectionOptions(sqlite, options), syncRead }, true)
  return {
    ...connected,
    async close() {
      file?.reader?.close()
      await connected.close()
    },
  }
}

/** True if readers and the writer of a file keep each other out. A database in memory has another journal mode. */
function isJournalOfOneWriter(connection: SqliteConnection): boolean {
  const [row] = connection.run('pragma journal_mode', []).rows
  return ['delete', 'truncate', 'persist'].includes(String(row?.journal_mode))
}

const withoutWal =
  "The SQLite database has no write-ahead log, so that readers and writers keep each other out, and libsql may stay locked after a conflict. Run `database.exec('pragma journal_mode = wal')` when you open it."

function connectDriver(database: SqliteDatabase, options: ConnectOptions): OpenConnection {
  const driver = sqliteDriver(async () => {
    const connection = createSqliteConnection(database)
    prepareConnection(connection)
    if (isJournalOfOneWriter(connection)) options.warn(withoutWal)
    return { ...connection, close() {} }
  }, options.timeout)
  return ownConnection(driver, connectionOptions(sqlite, options), true)
}
