import { connect, type Database } from '../stores/sql/connect.ts'
import { assertDriverOf } from '../stores/sql/drivers.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import { assertSqlOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { Database } from '../stores/sql/connect.ts'
export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'
export type { SqliteDatabase } from '../stores/sql/sqlite-connection.ts'
export type { KyselyInstance } from '../types/config.ts'

/**
 * A storage in SQLite, PostgreSQL or MySQL: `sql('file:./auth.db')`, `sql('postgres://…')`, `sql('mysql://…')`, or on a Kysely instance or
 * an open SQLite database. The driver of an address is loaded when it is first needed. File tracers find it; bundlers need
 * `porticojs/storage/postgres` or `porticojs/storage/mysql`.
 */
export function sql(database: Database, options: SqlOptions = {}): SqlStorage {
  assertSqlOptions(options)
  const assertDriver = typeof database === 'string' ? () => assertDriverOf(database) : undefined
  return equip(createSqlStorage((settings) => connect(database, settings), options, assertDriver))
}
