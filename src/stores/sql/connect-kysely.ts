import type { Kysely } from 'kysely'
import { AuthError } from '../../errors.ts'
import type { KyselyInstance } from '../../types/config.ts'
import { createConnection } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { kyselyDriver, notationOf } from './kysely-driver.ts'
import { mysql } from './mysql.ts'
import {
  type ConnectOptions,
  connectionOptions,
  migrationMilliseconds,
  type OpenConnection,
  patiently,
} from './open-connection.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'

/** A connection on top of the application's Kysely instance, of whatever version; whoever made it ends it. */
export function connectKysely(instance: KyselyInstance, options: ConnectOptions): OpenConnection {
  if (!('startTransaction' in instance)) throw tooOld()
  // Versions differ in their types, each of which is of its own class, but not in what is called here.
  const db = instance as Kysely<unknown>
  const dialect = { ...detectDialect(db), ...notationOf(db) }
  const own = connectionOptions(dialect, options)
  return {
    connection: createConnection(kyselyDriver(db, dialect, options.timeout * 1.5), own),
    embedded: false,
    forMigration: () => patiently(kyselyDriver(db, dialect, migrationMilliseconds), own),
    close: async () => {},
  }
}

/** Kysely does not name its dialects, but they differ in what they can do; so do those of other makers. */
function detectDialect(db: Kysely<unknown>): Dialect {
  const { supportsReturning, supportsTransactionalDdl } = db.getExecutor().adapter
  if (supportsReturning) return supportsTransactionalDdl ? postgres : sqlite
  if (!supportsTransactionalDdl) return mysql
  throw new AuthError('Unsupported', 'Storages in SQL speak SQLite, PostgreSQL and MySQL', {
    field: 'database',
  })
}

function tooOld(): AuthError {
  return new AuthError('Configuration', 'The Kysely instance is of a version before 0.28', {
    field: 'database',
    hint: 'Update Kysely: `npm i kysely@latest`. Or pass the address of the database.',
  })
}
