import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { Awaitable } from '../../types/nouns.ts'
import type { Dialect, Row, Run } from './dialect.ts'
import { faultOf, translate } from './failure.ts'
import { persist } from './patience.ts'

/** Runs a statement that was compiled before, with these values. */
export type Prepared = (values: readonly unknown[]) => Awaitable<readonly Row[]>

/** A way to the database: the whole of it, or one transaction. All failures are `AuthError`s. */
export interface Link {
  dialect: Dialect
  /** Runs what changes nothing, and therefore may be run again. */
  read: Run
  write: Run
  /** Compiles a statement that changes nothing, at its first use; the values in it only mark their places. */
  prepare(statement: () => RawBuilder<unknown>): Prepared
  /** Runs the work in a transaction, again after a deadlock. Inside a transaction it takes part in that one. */
  transaction<T>(work: (link: Link) => Promise<T>): Promise<T>
  /** Runs the work on one connection, without a transaction. */
  alone<T>(work: (link: Link) => Promise<T>): Promise<T>
}

/** Reads without a queue and without promises, once the database is open: the embedded database's short way. */
export type ShortWay = (statement: string, values: readonly unknown[]) => readonly Row[] | undefined

/** What a link needs to know besides the database. */
export interface LinkOptions {
  dialect: Dialect
  /** How long to try again while the database is locked, in milliseconds. */
  patience: number
  warn: (message: string) => void
  shortWay?: ShortWay | undefined
}

/** A link to a whole database. */
export function createLink<DB>(database: Kysely<DB>, options: LinkOptions): Link {
  const { dialect, patience, warn, shortWay } = options
  const db = database.withoutPlugins()
  const patiently = <T>(attempt: () => Promise<T>) =>
    persist(attempt, {
      milliseconds: patience,
      again: (error) => faultOf(dialect, error) === 'retry',
      warn,
    })
  const once = onConnection(db, dialect)
  const again = <T>(attempt: () => Promise<T>) =>
    patiently(attempt).catch((error) => {
      if (faultOf(dialect, error) !== 'lost') throw error
      warn('The connection to the database broke; reading again on another one')
      return patiently(attempt)
    })
  // A failure here is met again, and dealt with, on the long way.
  const shortly: ShortWay = (text, values) => {
    try {
      return shortWay?.(text, values)
    } catch {
      return undefined
    }
  }
  return {
    dialect,
    async read(statement) {
      const { sql, parameters } = statement.compile(db)
      const rows = shortly(sql, parameters)
      return rows ? { rows, changes: 0, insertId: 0 } : again(() => once.read(statement))
    },
    write: (statement) => patiently(() => once.write(statement)),
    prepare(statement) {
      const run = once.prepare(statement)
      let text: string | undefined
      return (values) => {
        if (shortWay) text ??= statement().compile(db).sql
        const rows = text === undefined ? undefined : shortly(text, values)
        return rows ?? again(async () => run(values))
      }
    },
    transaction: (work) => patiently(() => transact(db, dialect, work)),
    alone: (work) =>
      db
        .connection()
        .execute((connection) => work(onConnection(connection, dialect)))
        .catch((error) => {
          throw translate(dialect, error)
        }),
  }
}

async function transact<DB, T>(
  db: Kysely<DB>,
  dialect: Dialect,
  work: (link: Link) => Promise<T>,
): Promise<T> {
  const builder = db.transaction()
  const begin = dialect.isolation ? builder.setIsolationLevel(dialect.isolation) : builder
  // The work's own failure counts, not that of the rollback after it.
  let failure: { reason: unknown } | undefined
  try {
    return await begin.execute((transaction) =>
      work(onConnection(transaction, dialect)).catch((reason) => {
        failure = { reason }
        throw reason
      }),
    )
  } catch (error) {
    throw failure ? failure.reason : translate(dialect, error)
  }
}

function onConnection<DB>(db: Kysely<DB>, dialect: Dialect): Link {
  const run: Run = async (statement) => {
    try {
      const result = await db.executeQuery<Row>(statement.compile(db))
      return {
        rows: result.rows,
        changes: Number(result.numAffectedRows ?? 0),
        insertId: Number(result.insertId ?? 0),
      }
    } catch (error) {
      throw translate(dialect, error)
    }
  }
  const link: Link = {
    dialect,
    read: run,
    write: run,
    prepare(statement) {
      let compiled: CompiledQuery<unknown> | undefined
      return async (parameters) => {
        try {
          compiled ??= statement().compile(db)
          const query: CompiledQuery<Row> = { ...compiled, parameters }
          return (await db.executeQuery(query)).rows
        } catch (error) {
          throw translate(dialect, error)
        }
      }
    },
    transaction: (work) => work(link),
    alone: (work) => work(link),
  }
  return link
}
