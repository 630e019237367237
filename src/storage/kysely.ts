import { connectKysely } from '../stores/sql/connect-kysely.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import type { KyselyInstance } from '../types/config.ts'
import { assertSqlOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'
export type { KyselyInstance } from '../types/config.ts'

/** A storage on the application's own Kysely instance, with its dialect and driver. */
export function kysely(db: KyselyInstance, options: SqlOptions = {}): SqlStorage {
  assertSqlOptions(options)
  return equip(createSqlStorage((settings) => connectKysely(db, settings), options))
}
