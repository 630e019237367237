import { loadDriver } from './driver.ts'
import { connectMysql } from './sql/connect-mysql.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from './sql/sql-storage.ts'

export type { SchemaNames, TableNames } from './sql/names.ts'
export type { SqlOptions, SqlStorage } from './sql/sql-storage.ts'

/** A storage in MySQL or MariaDB, with the package `mysql2`, which bundlers see here. */
export function mysql(address: string, options: SqlOptions = {}): SqlStorage {
  const load = () => loadDriver('mysql2', () => import('mysql2'))
  return createSqlStorage((settings) => connectMysql(address, settings, load), options)
}
