import { connectSqlite } from '../stores/sql/connect-sqlite.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import type { SqliteDatabase } from '../stores/sql/sqlite-connection.ts'
import { assertSqlOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlOptions, SqlStorage } from '../stores/sql/sql-storage.ts'
export type { SqliteDatabase } from '../stores/sql/sqlite-connection.ts'

/**
 * A storage in SQLite: `sqlite('file:./auth.db')` with what Node, Bun or Deno brings, or a database that `better-sqlite3` or `libsql`
 * has opened.
 */
export function sqlite(database: string | SqliteDatabase, options: SqlOptions = {}): SqlStorage {
  assertSqlOptions(options)
  return equip(createSqlStorage((settings) => connectSqlite(database, settings), options))
}
