import { withStartCheck } from '../services/start-check.ts'
import { assertDriver, type Driver, loadDriver } from '../stores/driver.ts'
import { connectPostgres } from '../stores/sql/connect-postgres.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import { equip } from './equip.ts'

export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'

const driver: Driver<typeof import('pg')> = { name: 'pg', load: () => import('pg') }

/** A storage in PostgreSQL, with the package `pg`, which bundlers see here. */
export function postgres(address: string, options: SqlOptions = {}): SqlStorage {
  const load = () => loadDriver(driver)
  const storage = createSqlStorage((settings) => connectPostgres(address, settings, load), options)
  return withStartCheck(equip(storage), () => assertDriver(driver))
}
