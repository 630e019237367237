import { loadDriver } from './driver.ts'
import { connectPostgres } from './sql/connect-postgres.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from './sql/sql-storage.ts'

export type { SchemaNames, TableNames } from './sql/names.ts'
export type { SqlOptions, SqlStorage } from './sql/sql-storage.ts'

/** A storage in PostgreSQL, with the package `pg`, which bundlers see here. */
export function postgres(address: string, options: SqlOptions = {}): SqlStorage {
  const load = () => loadDriver('pg', () => import('pg'))
  return createSqlStorage((settings) => connectPostgres(address, settings, load), options)
}
