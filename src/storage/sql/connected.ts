import type { Kysely } from 'kysely'
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts'
import type { Dialect } from './dialect.ts'

/** A connection with its end. */
export interface Connected {
  connection: Connection
  /** Nobody else looks after this database: it is made and upgraded when it is first used. */
  embedded: boolean
  /**
   * Each request opens the database for itself until it is open: where a request that is cancelled takes its work with it, nobody may
   * wait for another one's.
   */
  perRequest?: true
  close(): Promise<void>
}

/** How connections are made. */
export interface ConnectOptions {
  /** The most connections at once. */
  connections: number
  /** How long a connection or a statement may take, in milliseconds. */
  timeout: number
  warn: (message: string) => void
}

/** What a connection needs to know besides the database. */
export function connectionOptions(
  dialect: Dialect,
  { timeout, warn }: ConnectOptions,
): ConnectionOptions {
  return { dialect, retryMilliseconds: timeout, warn }
}

/** A connection to a database that is ours to close. */
export function ownConnection(
  db: Kysely<unknown>,
  options: ConnectionOptions,
  embedded: boolean,
): Connected {
  return { connection: createConnection(db, options), embedded, close: () => db.destroy() }
}
