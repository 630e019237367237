import type { Awaitable } from '../../types/models.ts'
import type { DatabaseDriver, Query } from './database-driver.ts'
import { classifyFault, translate } from './database-errors.ts'
import type { Dialect, Row, Run } from './dialect.ts'
import type { Draft } from './optimistic-transaction.ts'
import { retry } from './retry.ts'
import type { Compiled, Statement } from './sql.ts'
import { compiledOnce } from './statement-cache.ts'

/** Runs a statement that was compiled before, with these values. */
export type Prepared = (values: readonly unknown[]) => Awaitable<readonly Row[]>

/** A connection to the database: the whole of it, or one transaction. All failures are `AuthError`s. */
export interface Connection {
  dialect: Dialect
  /** Runs what changes nothing, and therefore may be run again. */
  read: Run
  write: Run
  /** Compiles a statement that changes nothing, at its first use; the values in it only mark their places. */
  prepare(statement: () => Statement): Prepared
  /** Runs the work in a transaction, again after a deadlock. Inside a transaction it takes part in that one. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs the work on one connection, without a transaction. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Inside a transaction: the ids of the users whom it has locked, so that nobody is locked twice. */
  locked?: Set<string>
  /** Where a transaction is a draft: what to read and write through, and the connection for what is not part of it. */
  draft?: Draft & {
    outside: Connection
    /** Remembers what to do once the draft has been written; it must not fail. */
    later(work: () => Promise<unknown>): void
  }
}

/** Reads without a queue and without promises, once the database is open: for the embedded database. */
export type SyncRead = (statement: Compiled) => readonly Row[] | undefined

/** How often a statement is sent at the least: behind a crowd, the first attempt may wait as long as all of them may take. */
const leastAttempts = 3

/** What a connection needs to know besides the driver. */
export interface ConnectionOptions {
  dialect: Dialect
  /** How long to try again while the database is locked, in milliseconds. */
  retryMilliseconds: number
  warn: (message: string) => void
  syncRead?: SyncRead | undefined
}

/** A connection to a whole database. */
export function createConnection(driver: DatabaseDriver, options: ConnectionOptions): Connection {
  const { dialect, retryMilliseconds, warn, syncRead } = options
  const direct = onDriver(driver.query, dialect)
  const retrying = <T>(attempt: () => Promise<T>) =>
    retry(attempt, {
      milliseconds: retryMilliseconds,
      attempts: leastAttempts,
      isRetryable: (error) => classifyFault(dialect, error) === 'retry',
      warn,
    })
  const rereading = (statement: Statement) =>
    retrying(() => direct.read(statement)).catch((error) => {
      if (classifyFault(dialect, error) !== 'lost') throw error
      warn('The connection to the database broke; reading again on another one')
      return retrying(() => direct.read(statement))
    })
  const readAtOnce = (statement: Statement) => {
    try {
      return syncRead?.(statement.compile(dialect))
    } catch {
      // It is met again, and dealt with, by the ordinary read.
      return undefined
    }
  }
  return {
    dialect,
    async read(statement) {
      const rows = readAtOnce(statement)
      return rows ? { rows, changes: 0, insertId: 0n } : rereading(statement)
    },
    write: (statement) => retrying(() => direct.write(statement)),
    prepare(statement) {
      const fill = compiledOnce(statement)
      return (values) => {
        const filled = fill(values)
        return readAtOnce(filled) ?? rereading(filled).then(({ rows }) => rows)
      }
    },
    transaction: (work) => retrying(() => transact(driver, dialect, work)),
    alone: (work) =>
      driver
        .alone((query) => work(onDriver(query, dialect)))
        .catch((error) => {
          throw translate(dialect, error)
        }),
  }
}

async function transact<T>(
  driver: DatabaseDriver,
  dialect: Dialect,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const failed = (error: unknown): never => {
    throw translate(dialect, error)
  }
  const transaction = await driver.begin().catch(failed)
  try {
    const result = await work(onDriver(transaction.query, dialect, { locked: new Set() }))
    await transaction.commit().catch(failed)
    return result
  } catch (reason) {
    // What failed first counts, be it the work or the commit. The rollback after it often fails too.
    await transaction.rollback().catch(() => {})
    throw reason
  }
}

/** A connection that sends each statement once. */
function onDriver(query: Query, dialect: Dialect, more?: Pick<Connection, 'locked'>): Connection {
  const run: Run = async (statement) => {
    try {
      return await query(statement.compile(dialect))
    } catch (error) {
      throw translate(dialect, error)
    }
  }
  const connection: Connection = {
    dialect,
    read: run,
    write: run,
    prepare(statement) {
      const fill = compiledOnce(statement)
      return async (values) => (await run(fill(values))).rows
    },
    transaction: (work) => work(connection),
    alone: (work) => work(connection),
    ...more,
  }
  return connection
}
