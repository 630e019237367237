import { type Connection, type ConnectionOptions, createConnection } from './connection.ts'
import type { DatabaseDriver } from './database-driver.ts'
import type { Dialect } from './dialect.ts'

/** An open connection and how to close it. */
export interface OpenConnection {
  connection: Connection
  /** True if no administrator looks after this database: it is made and upgraded at its first use. */
  embedded: boolean
  /**
   * Until the database is open, each request opens it for itself. Where cancelling a request cancels its work, no request may wait for
   * another's.
   */
  perRequest?: true
  /** The same database for a migration, which may wait longer. The caller closes it. */
  forMigration(): MigrationConnection
  close(): Promise<void>
}

/** A connection for a migration. */
export type MigrationConnection = Pick<OpenConnection, 'connection' | 'close'>

/**
 * The milliseconds that a statement of a migration may take, or the wait for another server that migrates. An index on a large table takes
 * long, and giving up half-way would make things worse.
 */
export const migrationMilliseconds: number = 3_600_000

/** Options with which connections are made. */
export interface ConnectOptions {
  /** The most connections at once. */
  connections: number
  /** The milliseconds that a connection or a statement may take. */
  timeout: number
  /** The milliseconds that a statement may take; `timeout` by default. */
  statementTimeout?: number
  warn: (message: string) => void
}

/** The rules of a connection besides the database. */
export function connectionOptions(
  dialect: Dialect,
  { timeout, statementTimeout = timeout, warn }: ConnectOptions,
): ConnectionOptions {
  // An embedded database always answers, if only after earlier statements.
  const readMilliseconds = dialect.name === 'sqlite' ? undefined : statementTimeout
  return { dialect, retryMilliseconds: timeout, readMilliseconds, warn }
}

/** A connection to a database that is ours to close. */
export function ownConnection(
  driver: DatabaseDriver,
  options: ConnectionOptions,
  embedded: boolean,
): OpenConnection {
  return {
    connection: createConnection(driver, options),
    embedded,
    forMigration: () => patiently(driver, options),
    close: () => driver.close(),
  }
}

/** A connection for a migration by the same driver, which keeps trying while another process has the lock. */
export function patiently(driver: DatabaseDriver, options: ConnectionOptions): MigrationConnection {
  const longer = { retryMilliseconds: migrationMilliseconds, readMilliseconds: undefined }
  const patient = { ...options, ...longer }
  return { connection: createConnection(driver, patient), close: async () => {} }
}

/** A pool of connections, and one more connection of its own for a migration. */
export function pooledConnection(
  create: (options: ConnectOptions) => DatabaseDriver,
  dialect: Dialect,
  options: ConnectOptions,
): OpenConnection {
  const open = (given: ConnectOptions) =>
    ownConnection(create(given), connectionOptions(dialect, given), false)
  return {
    ...open(options),
    forMigration: () =>
      open({ ...options, connections: 1, statementTimeout: migrationMilliseconds }),
  }
}
