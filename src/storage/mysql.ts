import { assertDriver, type Driver, loadDriver } from '../stores/driver.ts'
import { connectMysql } from '../stores/sql/connect-mysql.ts'
import type { Mysql2 } from '../stores/sql/mysql-pool.ts'
import type { ConnectOptions } from '../stores/sql/open-connection.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import { assertSqlOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'

const driver: Driver<Mysql2> = { name: 'mysql2', load: () => import('mysql2') }

/** A storage in MySQL or MariaDB, with the package `mysql2`, which bundlers find by this import. */
export function mysql(address: string, options: SqlOptions = {}): SqlStorage {
  assertSqlOptions(options)
  const load = () => loadDriver(driver)
  const connect = (settings: ConnectOptions) => connectMysql(address, settings, load)
  return equip(createSqlStorage(connect, options, () => assertDriver(driver, address)))
}
