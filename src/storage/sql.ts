import type { Storage, StorageSettings } from '../types/storage.ts'
import { lazyStorage, type OpenStorage } from './lazy-storage.ts'
import { retentionMilliseconds } from './retention.ts'
import { accounts } from './sql/accounts.ts'
import { audit } from './sql/audit.ts'
import { claims } from './sql/claims.ts'
import { connect, type Database } from './sql/connect.ts'
import type { Connection } from './sql/connection.ts'
import { leases } from './sql/leases.ts'
import { limits } from './sql/limits.ts'
import { type MigrateOptions, migrate } from './sql/migrate.ts'
import { createNames, type SchemaNames } from './sql/names.ts'
import { findNames, openTables } from './sql/open-tables.ts'
import { passkeys } from './sql/passkeys.ts'
import { sessions } from './sql/sessions.ts'
import { sweep } from './sql/sweep.ts'
import type { Tables } from './sql/tables.ts'
import { users } from './sql/users.ts'
import { verificationTokens } from './sql/verification-tokens.ts'
import { withStorableText } from './storable-text.ts'
import { createVault, mergeSecrets, type Vault } from './vault.ts'

export type { Database } from './sql/connect.ts'
export type { SchemaNames, TableNames } from './sql/names.ts'
export type { SqliteDatabase } from './sql/sqlite-connection.ts'

/** How `sql()` behaves. */
export interface SqlOptions {
  /** Other names of tables and columns. By default the names of an Auth.js adapter's tables that are there. */
  schema?: SchemaNames
  /** Whether the tokens of accounts are encrypted at rest; on by default. */
  encryptTokens?: boolean
  /** The newest one seals account tokens, all of them open them. By default those of `Auth()`. */
  secrets?: readonly string[]
  /** Whether missing tables and columns are added at the first use; by default only in an embedded database. */
  migrate?: boolean
  /** The most connections at once; 10 by default. */
  connections?: number
  /** How long a statement or the wait for a lock may take, in milliseconds; 10,000 by default. */
  timeout?: number
  /** How many days lines of the audit log are kept; for ever by default. */
  retention?: number
  /** The time in milliseconds since 1970. */
  now?: () => number
}

/** A storage in SQL, with its migrations. */
export interface SqlStorage extends Required<Storage> {
  /** Adds the tables and columns that are missing and returns the statements, or with `print` only returns them. */
  migrate(options?: MigrateOptions): Promise<string[]>
}

/**
 * A storage in SQLite, PostgreSQL or MySQL: `sql('file:./auth.db')`, `sql('postgres://…')`, `sql('mysql://…')`, or on top of
 * a Kysely instance or an open SQLite driver. Uniqueness is the database's, and so is atomicity.
 */
export function sql<DB>(database: Database<DB>, options: SqlOptions = {}): SqlStorage {
  let engine: StorageSettings | undefined
  const now = () => (options.now ?? engine?.now ?? Date.now)()
  const warn = (message: string) => engine?.warn?.(message)
  const given = options.schema === undefined ? undefined : createNames(options.schema)
  const retention = retentionMilliseconds(options.retention)
  const { connection, embedded, close } = connect(database, {
    connections: options.connections ?? 10,
    timeout: options.timeout ?? 10_000,
    warn,
  })
  const vault = createVault({
    encrypt: options.encryptTokens ?? true,
    secrets: () => options.secrets ?? engine?.secrets ?? [],
    warn,
  })
  return {
    ...lazyStorage(async () => {
      const names = await findNames(connection, given)
      const settings = { migrate: options.migrate ?? embedded, now }
      const tables = await openTables(connection, names, settings)
      return withStorableText(storageOn(connection, tables, vault, { now, retention }))
    }),
    configure(settings) {
      engine = mergeSecrets(settings, engine)
    },
    async migrate({ print = false } = {}) {
      return migrate(connection, await findNames(connection, given), { print, now })
    },
    close,
  }
}

function storageOn(
  connection: Connection,
  tables: Tables,
  vault: Vault,
  options: { now: () => number; retention: number | undefined },
): OpenStorage {
  const { now, retention } = options
  return {
    ...users(connection, tables),
    ...accounts(connection, tables, vault),
    ...sessions(connection, tables),
    ...passkeys(connection, tables),
    ...verificationTokens(connection, tables),
    ...claims(connection, tables, now),
    ...leases(connection, tables),
    ...limits(connection, tables, now),
    ...audit(connection, tables),
    sweep: () => sweep(connection, tables, { now: now(), retention }),
    transaction: (work) =>
      connection.transaction((inside) => work(storageOn(inside, tables, vault, options))),
  }
}
