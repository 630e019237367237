import type { Kysely } from 'kysely'
import { AuthError } from '../../errors.ts'
import { type Connected, type ConnectOptions, connectionOptions } from './connected.ts'
import { createConnection } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { mysql } from './mysql.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'

/** A connection on top of the application's Kysely instance; whoever made it ends it. */
export function connectKysely<DB>(db: Kysely<DB>, options: ConnectOptions): Connected {
  const connection = createConnection(db, connectionOptions(detectDialect(db), options))
  return { connection, embedded: false, close: async () => {} }
}

/** Kysely does not name its dialects, but they differ in what they can do; so do those of other makers. */
function detectDialect<DB>(db: Kysely<DB>): Dialect {
  const { supportsReturning, supportsTransactionalDdl } = db.getExecutor().adapter
  if (supportsReturning) return supportsTransactionalDdl ? postgres : sqlite
  if (!supportsTransactionalDdl) return mysql
  throw new AuthError('Unsupported', 'Storages in SQL speak SQLite, PostgreSQL and MySQL', {
    field: 'database',
  })
}
