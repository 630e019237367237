import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { Awaitable } from '../../types/models.ts'
import { inTime } from '../in-time.ts'
import { classifyFault, translate } from './database-errors.ts'
import type { Dialect, Row, Run } from './dialect.ts'
import type { Draft } from './optimistic-transaction.ts'
import { retry } from './retry.ts'

/** Runs a statement that was compiled before, with these values. */
export type Prepared = (values: readonly unknown[]) => Awaitable<readonly Row[]>

/** A connection to the database: the whole of it, or one transaction. All failures are `AuthError`s. */
export interface Connection {
  dialect: Dialect
  /** Runs what changes nothing, and therefore may be run again. */
  read: Run
  write: Run
  /** Compiles a statement that changes nothing, at its first use; the values in it only mark their places. */
  prepare(statement: () => RawBuilder<unknown>): Prepared
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
export type SyncRead = (statement: string, values: readonly unknown[]) => readonly Row[] | undefined

/** What a connection needs to know besides the database. */
export interface ConnectionOptions {
  dialect: Dialect
  /** How long to try again while the database is locked, in milliseconds. */
  retryMilliseconds: number
  warn: (message: string) => void
  syncRead?: SyncRead | undefined
  /** How long to wait for an answer, in milliseconds, where nobody else sees to it that there is one. */
  answerMilliseconds?: number | undefined
}

/** Waits for what a driver was asked for. */
type Await = <T>(answer: Promise<T>) => Promise<T>

/** A connection to a whole database. */
export function createConnection<DB>(database: Kysely<DB>, options: ConnectionOptions): Connection {
  const { dialect, retryMilliseconds, warn, syncRead, answerMilliseconds } = options
  const answered: Await = (answer) =>
    answerMilliseconds === undefined ? answer : inTime(answer, answerMilliseconds)
  const db = database.withoutPlugins()
  const retrying = <T>(attempt: () => Promise<T>) =>
    retry(attempt, {
      milliseconds: retryMilliseconds,
      isRetryable: (error) => classifyFault(dialect, error) === 'retry',
      warn,
    })
  const direct = onConnection(db, dialect, answered)
  const rereading = <T>(attempt: () => Promise<T>) =>
    retrying(attempt).catch((error) => {
      if (classifyFault(dialect, error) !== 'lost') throw error
      warn('The connection to the database broke; reading again on another one')
      return retrying(attempt)
    })
  // A failure here is met again, and dealt with, by the ordinary read.
  const syncReadOrNothing: SyncRead = (text, values) => {
    try {
      return syncRead?.(text, values)
    } catch {
      return undefined
    }
  }
  return {
    dialect,
    async read(statement) {
      const { sql, parameters } = statement.compile(db)
      const rows = syncReadOrNothing(sql, parameters)
      return rows ? { rows, changes: 0, insertId: 0n } : rereading(() => direct.read(statement))
    },
    write: (statement) => retrying(() => direct.write(statement)),
    prepare(statement) {
      const run = direct.prepare(statement)
      let text: string | undefined
      return (values) => {
        if (syncRead) text ??= statement().compile(db).sql
        const rows = text === undefined ? undefined : syncReadOrNothing(text, values)
        return rows ?? rereading(async () => run(values))
      }
    },
    transaction: (work) => retrying(() => transact(db, dialect, answered, work)),
    alone: (work) =>
      db
        .connection()
        .execute((connection) => work(onConnection(connection, dialect, answered)))
        .catch((error) => {
          throw translate(dialect, error)
        }),
  }
}

async function transact<DB, T>(
  db: Kysely<DB>,
  dialect: Dialect,
  answered: Await,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const failed = (error: unknown): never => {
    throw translate(dialect, error)
  }
  const builder = db.startTransaction()
  const begin = dialect.isolation ? builder.setIsolationLevel(dialect.isolation) : builder
  const transaction = await answered(begin.execute()).catch(failed)
  try {
    const result = await work(onConnection(transaction, dialect, answered, { locked: new Set() }))
    await answered(transaction.commit().execute()).catch(failed)
    return result
  } catch (reason) {
    // What failed first counts, be it the work or the commit. The rollback after it often fails too.
    await answered(transaction.rollback().execute()).catch(() => {})
    throw reason
  }
}

function onConnection<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
  answered: Await,
  more?: Pick<Connection, 'locked'>,
): Connection {
  const run: Run = async (statement) => {
    try {
      const result = await answered(db.executeQuery<Row>(statement.compile(db)))
      return {
        rows: result.rows,
        changes: Number(result.numAffectedRows ?? 0),
        insertId: result.insertId ?? 0n,
      }
    } catch (error) {
      throw translate(dialect, error)
    }
  }
  const connection: Connection = {
    dialect,
    read: run,
    write: run,
    prepare(statement) {
      let compiled: CompiledQuery<unknown> | undefined
      return async (parameters) => {
        try {
          compiled ??= statement().compile(db)
          const query: CompiledQuery<Row> = { ...compiled, parameters }
          return (await answered(db.executeQuery(query))).rows
        } catch (error) {
          throw translate(dialect, error)
        }
      }
    },
    transaction: (work) => work(connection),
    alone: (work) => work(connection),
    ...more,
  }
  return connection
}
