import type { Outcome } from './dialect.ts'
import type { Compiled } from './sql.ts'

/** Sends a statement to a database, and rejects with the driver's own error. */
export type Query = (statement: Compiled) => Promise<Outcome>

/** A database as its driver reaches it. Nothing is opened before the first statement. */
export interface DatabaseDriver {
  /** Runs a statement on whichever connection is free. */
  query: Query
  /** Lends the work one connection, and takes it back. */
  alone<T>(work: (query: Query) => Promise<T>): Promise<T>
  begin(): Promise<OpenTransaction>
  close(): Promise<void>
}

/** A transaction on a connection of its own, which is free again after `commit`, or after `rollback` even if that fails. */
export interface OpenTransaction {
  query: Query
  commit(): Promise<void>
  rollback(): Promise<void>
}
