import type { KyselyInstance } from '../types/config.ts'
import { connectKysely } from './sql/connect-kysely.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from './sql/sql-storage.ts'

export type { KyselyInstance } from '../types/config.ts'
export type { SchemaNames, TableNames } from './sql/names.ts'
export type { SqlOptions, SqlStorage } from './sql/sql-storage.ts'

/** A storage on a Kysely instance of the application, with whatever dialect and driver that has; none comes along. */
export function kysely(db: KyselyInstance, options: SqlOptions = {}): SqlStorage {
  return createSqlStorage((settings) => connectKysely(db, settings), options)
}
