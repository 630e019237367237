import { assertDriver, type Driver, loadDriver } from '../stores/driver.ts'
import { connectPostgres } from '../stores/sql/connect-postgres.ts'
import type { ConnectOptions } from '../stores/sql/open-connection.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import { assertSqlOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'

const driver: Driver<typeof import('pg')> = { name: 'pg', load: () => import('pg') }

/** A storage in PostgreSQL, with the package `pg`, which bundlers find by this import. */
export function postgres(address: string, options: SqlOptions = {}): SqlStorage {
  assertSqlOptions(options)
  const load = () => loadDriver(driver)
  const connect = (settings: ConnectOptions) => connectPostgres(address, settings, load)
  return equip(createSqlStorage(connect, options, () => assertDriver(driver, address)))
}
