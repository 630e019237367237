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
import { createSqliteConnection, type SqliteDatabase } from './sqlite-connection.ts'
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
  // Each database in memory is another one.
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

function connectDriver(database: SqliteDatabase, options: ConnectOptions): OpenConnection {
  const driver = sqliteDriver(async () => {
    const connection = createSqliteConnection(database)
    prepareConnection(connection)
    return { ...connection, close() {} }
  }, options.timeout)
  return ownConnection(driver, connectionOptions(sqlite, options), true)
}
