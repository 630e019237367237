import { connectD1 } from '../stores/d1/connect.ts'
import type { D1 } from '../stores/d1/connection.ts'
import { createSqlStorage, type SqlOptions, type SqlStorage } from '../stores/sql/sql-storage.ts'
import { assertSqlOptions } from './assert-options.ts'
import { equip } from './equip.ts'

export type { D1, D1Outcome, D1Statement } from '../stores/d1/connection.ts'
export type { SchemaNames, TableNames } from '../stores/sql/names.ts'
export type { SqlStorage } from '../stores/sql/sql-storage.ts'

/** Options of `d1()`. */
export type D1Options = Omit<SqlOptions, 'connections'>

/**
 * A storage in Cloudflare's D1, which has no transactions but runs several statements as one. A change is therefore drafted, and written
 * in one batch that fails if anything it was based on has changed meanwhile; then it is drafted again.
 *
 * @example
 * Auth({ env, providers: [TikTok], storage: d1(env.DB) })
 */
export function d1(database: D1, options: D1Options = {}): SqlStorage {
  assertSqlOptions(options)
  return equip(createSqlStorage((settings) => connectD1(database, settings), options))
}
