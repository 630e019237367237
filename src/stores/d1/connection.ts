import type { Connection } from '../sql/connection.ts'
import { classifyFault, translate } from '../sql/database-errors.ts'
import type { Outcome, Row } from '../sql/dialect.ts'
import {
  createDraft,
  type Draft,
  type Reading,
  reading,
  toReading,
} from '../sql/optimistic-transaction.ts'
import { retry } from '../sql/retry.ts'
import type { Statement } from '../sql/sql.ts'
import { compiledOnce } from '../sql/statement-cache.ts'
import { d1Dialect, withCode } from './database-errors.ts'

/** A prepared statement of D1. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<D1Outcome>
}

/** The answer of D1 to a statement. */
export interface D1Outcome {
  results: unknown[]
  meta: { changes?: number; last_row_id?: number }
}

/** A D1 binding, such as `env.DB`. */
export interface D1 {
  prepare(statement: string): D1Statement
  batch(statements: D1Statement[]): Promise<D1Outcome[]>
}

/** The least number of attempts, however long they take: other transactions may have been faster. */
const attempts = 5
/**
 * The longest pause, in milliseconds. Of many transactions that change the same rows, one succeeds at a time; the others spread over this
 * time.
 */
const longestPause = 2000
/** The time for all attempts, as a multiple of a statement's timeout. */
const patience = 3

/** A connection to a D1 database. Its transactions are drafts that are written in one batch. */
export function createD1Connection(
  database: D1,
  options: { timeout: number; warn: (message: string) => void },
): Connection {
  const send = async (statement: Statement) =>
    toOutcome(await bind(database, statement).all().catch(failed))
  // A collision deserves no warning: one of the transactions runs again.
  const retrying = <T>(attempt: () => Promise<T>) =>
    retry(attempt, {
      milliseconds: options.timeout * patience,
      ...{ attempts, longestPause, isRetryable, warn() {} },
    })
  const rereading = (statement: Statement) =>
    retrying(() => send(statement)).catch((error) => {
      if (classifyFault(d1Dialect, error) !== 'lost') throw error
      options.warn('The connection to the database broke; reading again')
      return retrying(() => send(statement))
    })
  const connection: Connection = {
    dialect: d1Dialect,
    read: rereading,
    write: (statement) => retrying(() => send(statement)),
    prepare(statement) {
      const fill = compiledOnce(statement)
      return async (values) => (await rereading(fill(values))).rows
    },
    alone: (work) => work(connection),
    transaction(work) {
      let asked: ReturnType<Draft['asked']> = []
      return retrying(async () => {
        const draft = createDraft(connection.read, await readTogether(database, asked))
        return transact(database, connection, draft, work).finally(() => {
          asked = draft.asked()
        })
      })
    },
  }
  return connection
}

/** Runs the work on a draft, then writes the draft in one batch, unless anything that it is based on has changed. */
async function transact<T>(
  database: D1,
  outside: Connection,
  draft: Draft,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const written: Statement[] = []
  const afterwards: (() => Promise<unknown>)[] = []
  const inside: Connection = {
    ...outside,
    draft: { ...draft, outside, later: (work) => void afterwards.push(work) },
    async write(statement) {
      written.push(statement)
      return { rows: [], changes: 0, insertId: 0n }
    },
    alone: (work) => work(inside),
    transaction: (work) => work(inside),
  }
  const write = async (statements: readonly Statement[]) => {
    const batch = statements.map((each) => bind(database, each))
    if (batch.length > 0) await database.batch(batch).catch(failed)
  }
  const result = await work(inside).catch(async (thrown) => {
    // Separate reads may show a state that never existed. A refusal based on such a state does not count: the work runs again.
    const changed = await write(draft.checks()).catch((error: unknown) => error)
    throw isRetryable(changed) ? changed : thrown
  })
  if (written.length + afterwards.length === 0) return result
  await write([...draft.checks(), ...written])
  for (const work of afterwards) await work()
  return result
}

/**
 * Reads in one batch what a failed attempt has read piece by piece: under contention, the time between reading and writing decides how many
 * attempts come too late.
 */
async function readTogether(
  database: D1,
  asked: ReturnType<Draft['asked']>,
): Promise<readonly Reading[]> {
  if (asked.length === 0) return []
  const statements = asked.map((each) => bind(database, reading(each)))
  const outcomes = await database.batch(statements).catch(failed)
  return asked.flatMap((each, place) => {
    const outcome = outcomes[place]
    return outcome ? [toReading(each, toOutcome(outcome))] : []
  })
}

function bind(database: D1, statement: Statement): D1Statement {
  const { text, values } = statement.compile(d1Dialect)
  return database.prepare(text).bind(...values.map(toValue))
}

function failed(error: unknown): never {
  throw translate(d1Dialect, withCode(error))
}

function isRetryable(error: unknown): boolean {
  return classifyFault(d1Dialect, error) === 'retry'
}

function toOutcome({ results, meta }: D1Outcome): Outcome {
  return {
    rows: results.filter(isRow),
    changes: meta.changes ?? 0,
    insertId: BigInt(meta.last_row_id ?? 0),
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

// D1 takes no bigint; whole numbers up to 2^53 are all that is ever stored here.
function toValue(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
