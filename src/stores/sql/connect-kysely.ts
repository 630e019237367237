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

/** A connection on the application's Kysely instance (0.28 or newer), which the application closes. */
export function connectKysely(instance: KyselyInstance, options: ConnectOptions): OpenConnection {
  if (!('startTransaction' in instance)) throw 'selectFrom' in instance ? tooOld() : noInstance()
  // Versions have different classes, and so different types, but the methods called here are the same.
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

/** The dialect of an instance, told by what it supports: Kysely does not name its dialects, and third parties make others. */
function detectDialect(db: Kysely<unknown>): Dialect {
  const { supportsReturning, supportsTransactionalDdl } = db.getExecutor().adapter
  if (supportsReturning) return supportsTransactionalDdl ? postgres : sqlite
  if (!supportsTransactionalDdl) return mysql
  throw new AuthError('Unsupported', 'Storages in SQL speak SQLite, PostgreSQL and MySQL', {
    field: 'database',
  })
}

/** The error for an object of something else, such as a pool of pg, or options. */
function noInstance(): AuthError {
  return new AuthError(
    'Configuration',
    'The database is neither an address nor a Kysely instance',
    {
      field: 'database',
      hint: 'Pass its address, such as `file:./auth.db` or `postgres://…`, or a Kysely instance over your pool.',
    },
  )
}

function tooOld(): AuthError {
  return new AuthError('Configuration', 'The Kysely instance is of a version before 0.28', {
    field: 'database',
    hint: 'Update Kysely: `npm i kysely@latest`. Or pass the address of the database.',
  })
}
