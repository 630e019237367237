import { loadDriver } from '../stores/driver.ts'
import { connectMysql } from '../stores/sql/connect-mysql.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import { equip } from './equip.ts'

export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'

/** A storage in MySQL or MariaDB, with the package `mysql2`, which bundlers see here. */
export function mysql(address: string, options: SqlOptions = {}): SqlStorage {
  const load = () => loadDriver('mysql2', () => import('mysql2'))
  return equip(createSqlStorage((settings) => connectMysql(address, settings, load), options))
}
