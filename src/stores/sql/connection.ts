import { inTime } from '../../services/in-time.ts'
import type { Awaitable } from '../../types/models.ts'
import type { DatabaseDriver, Query } from './database-driver.ts'
import { classifyFault, translate } from './database-errors.ts'
import type { Dialect, Row, Run } from './dialect.ts'
import type { Draft } from './optimistic-transaction.ts'
import { repeatLost } from './repeat-lost.ts'
import { retry } from './retry.ts'
import type { Compiled, Statement } from './sql.ts'
import { compiledOnce } from './statement-cache.ts'

/** Runs a compiled statement with these values. */
export type Prepared = (values: readonly unknown[]) => Awaitable<readonly Row[]>

/** A connection to the database: the whole of it, or one transaction. All failures are `AuthError`s. */
export interface Connection {
  dialect: Dialect
  /** Runs a statement that changes nothing, and may therefore be run again. */
  read: Run
  write: Run
  /** Compiles a statement that changes nothing, at its first use; the values in it only mark their places. */
  prepare(statement: () => Statement): Prepared
  /**
   * Runs the work in a transaction. It runs again after a deadlock, or if the connection broke before the commit: then nothing has
   * happened. Inside a transaction, the work joins it. `hasBegun` finds out, after the connection broke during the commit, whether the
   * session that the transaction began exists.
   */
  transaction<T>(
    work: (connection: Connection) => Promise<T>,
    hasBegun?: (sessionToken: string) => Promise<boolean>,
  ): Promise<T>
  /** Runs the work on one connection, without a transaction. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Looks up what became of work that began then and lost its connection; undefined if that cannot be told in time. */
  afterLoss?<T>(begun: number, look: () => Promise<T>): Promise<T | undefined>
  /** The ids of the users whom the transaction has locked. None is locked twice. */
  locked?: Set<string>
  /** The session that the transaction begins. */
  begun?: { sessionToken?: string }
  /** The draft of a transaction that is one, and `outside`, the connection for what is not part of it. */
  draft?: Draft & {
    outside: Connection
    /** Runs work once the draft has been written. The work must not fail. */
    later(work: () => Promise<unknown>): void
  }
}

/** Reads without a queue and without promises, once the embedded database is open. */
export type SyncRead = (statement: Compiled) => readonly Row[] | undefined

/** The least number of attempts, however long they take: under contention, the first may wait as long as all of them may. */
const leastAttempts = 3

/** The rules of a connection besides the driver. */
export interface ConnectionOptions {
  dialect: Dialect
  /** The milliseconds for which to try again while the database is locked. */
  retryMilliseconds: number
  /** The milliseconds that a read may take; undefined if the database always answers. */
  readMilliseconds?: number | undefined
  warn: (message: string) => void
  syncRead?: SyncRead | undefined
}

/** A connection to a whole database. */
export function createConnection(driver: DatabaseDriver, options: ConnectionOptions): Connection {
  const { dialect, retryMilliseconds, readMilliseconds, warn, syncRead } = options
  const direct = onDriver(driver.query, dialect)
  const retrying = <T>(attempt: () => Promise<T>) =>
    retry(attempt, {
      milliseconds: retryMilliseconds,
      attempts: leastAttempts,
      isRetryable: (error) => classifyFault(dialect, error) === 'retry',
      warn,
    })
  const rereading = (statement: Statement) =>
    repeatLost(() => retrying(() => direct.read(statement)), {
      milliseconds: readMilliseconds,
      isLost: (error) => classifyFault(dialect, error) === 'lost',
      warn,
    }).catch((error) => {
      throw translate(dialect, error)
    })
  const readAtOnce = (statement: Statement) => {
    try {
      return syncRead?.(statement.compile(dialect))
    } catch {
      // The ordinary read meets this error again, and handles it.
      return undefined
    }
  }
  const afterLoss = <T>(begun: number, look: () => Promise<T>) => lookAgain(options, begun, look)
  return {
    dialect,
    afterLoss,
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
    transaction: (work, hasBegun) => unlessEnding(driver, options, { work, hasBegun }, retrying),
    alone: (work) =>
      driver
        .alone((query) => work(onDriver(query, dialect)))
        .catch((error) => {
          throw translate(dialect, error)
        }),
  }
}

/** Runs a transaction, and again on another connection if one breaks before the commit. */
function unlessEnding<T>(
  driver: DatabaseDriver,
  options: ConnectionOptions,
  { work, hasBegun }: Work<T>,
  retrying: (attempt: () => Promise<T>) => Promise<T>,
): Promise<T> {
  const { dialect, warn } = options
  const begun = performance.now()
  let progress: Progress = {}
  const attempt = () => {
    progress = {}
    return transact(driver, dialect, { work, hasBegun: hasEnded }, progress)
  }
  const hasEnded = async (token: string) =>
    (await lookAgain(options, begun, async () => hasBegun?.(token))) === true
  const isLost = () => Boolean(progress.lost) && !progress.ending && isEarly(options, begun)
  return repeatLost(() => retrying(attempt), { isLost, warn })
}

/** The work of a transaction, and how to learn whether it was written. */
interface Work<T> {
  work: (connection: Connection) => Promise<T>
  hasBegun: ((sessionToken: string) => Promise<boolean>) | undefined
}

/** True while another attempt makes sense. A broken connection fails at once; a silent server would only be waited for twice. */
function isEarly({ retryMilliseconds }: ConnectionOptions, begun: number): boolean {
  return performance.now() - begun < retryMilliseconds / 2
}

async function lookAgain<T>(
  options: ConnectionOptions,
  begun: number,
  look: () => Promise<T>,
): Promise<T | undefined> {
  if (!isEarly(options, begun)) return undefined
  return inTime(look(), options.retryMilliseconds).catch(() => undefined)
}

/** The stage that a transaction reached. */
interface Progress {
  /** A statement lost its connection. Errors of the work itself do not count. */
  lost?: boolean
  /** The commit was sent. */
  ending?: boolean
}

async function transact<T>(
  driver: DatabaseDriver,
  dialect: Dialect,
  { work, hasBegun }: Work<T>,
  progress: Progress,
): Promise<T> {
  const failed = (error: unknown): never => {
    progress.lost ||= classifyFault(dialect, error) === 'lost'
    throw translate(dialect, error)
  }
  const transaction = await driver.begin().catch(failed)
  const query: Query = (compiled) => transaction.query(compiled).catch(failed)
  const begun: Connection['begun'] = {}
  /** The connection broke during the commit: if the session exists, all of it was written. */
  const unlessDone = async (error: unknown) => {
    const { sessionToken } = begun
    const isLost = sessionToken !== undefined && classifyFault(dialect, error) === 'lost'
    if (!(isLost && (await hasBegun?.(sessionToken)))) failed(error)
    await transaction.rollback().catch(() => {})
  }
  try {
    const result = await work(onDriver(query, dialect, { locked: new Set(), begun }))
    progress.ending = true
    await transaction.commit().catch(unlessDone)
    return result
  } catch (reason) {
    // The first failure counts, of the work or of the commit. The rollback after it often fails too.
    await transaction.rollback().catch(() => {})
    throw reason
  }
}

/** A connection that sends each statement once. */
function onDriver(
  query: Query,
  dialect: Dialect,
  more?: Pick<Connection, 'locked' | 'begun'>,
): Connection {
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
