import { connectSqlite } from './sql/connect-sqlite.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from './sql/sql-storage.ts'
import type { SqliteDatabase } from './sql/sqlite-connection.ts'

export type { SchemaNames, TableNames } from './sql/names.ts'
export type { SqlOptions, SqlStorage } from './sql/sql-storage.ts'
export type { SqliteDatabase } from './sql/sqlite-connection.ts'

/**
 * A storage in SQLite: `sqlite('file:./auth.db')` with what Node, Bun or Deno brings, or a database that `better-sqlite3` or `libsql`
 * has opened.
 */
export function sqlite(database: string | SqliteDatabase, options: SqlOptions = {}): SqlStorage {
  return createSqlStorage((settings) => connectSqlite(database, settings), options)
}
