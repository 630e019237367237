import type { KyselyInstance } from '../../types/config.ts'
import { assertEncoded, unknownAddress } from '../connection-url.ts'
import { loadDriver } from '../driver.ts'
import { connectKysely } from './connect-kysely.ts'
import { connectMysql } from './connect-mysql.ts'
import { connectPostgres } from './connect-postgres.ts'
import { connectSqlite } from './connect-sqlite.ts'
import { mysql2, pg } from './drivers.ts'
import type { ConnectOptions, OpenConnection } from './open-connection.ts'
import { isSqliteDatabase, type SqliteDatabase } from './sqlite-connection.ts'

/** A database's address, an open SQLite database, or a Kysely instance. */
export type Database = string | SqliteDatabase | KyselyInstance

/** A connection to a database. Nothing is opened, and no driver loaded, before the first statement. */
export function connect(database: Database, options: ConnectOptions): OpenConnection {
  // In untyped code, the environment variable may be unset.
  if (typeof database === 'string' || !database) return connectTo(database || '', options)
  return isSqliteDatabase(database)
    ? connectSqlite(database, options)
    : connectKysely(database, options)
}

type Connect = (address: string, options: ConnectOptions) => OpenConnection

const toPostgres: Connect = (address, options) =>
  connectPostgres(address, options, () => loadDriver(pg))

const toMysql: Connect = (address, options) =>
  connectMysql(address, options, () => loadDriver(mysql2))

const schemes: ReadonlyMap<string, Connect> = new Map([
  ['', connectSqlite], // `:memory:`
  ['file', connectSqlite],
  ['postgres', toPostgres],
  ['postgresql', toPostgres],
  ['mysql', toMysql],
  ['mariadb', toMysql],
])

function connectTo(address: string, options: ConnectOptions): OpenConnection {
  const scheme = address.slice(0, address.indexOf(':'))
  const make = schemes.get(scheme)
  if (!make) throw unknownAddress(address)
  assertEncoded(address)
  return make(address, options)
}
