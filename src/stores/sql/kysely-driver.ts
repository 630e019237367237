import type { CompiledQuery, Kysely, OperationNode, QueryId, RawNode } from 'kysely'
import { inTime } from '../../services/in-time.ts'
import type { DatabaseDriver, Query } from './database-driver.ts'
import type { Dialect, Row } from './dialect.ts'
import type { Compiled, Notation } from './sql.ts'

/**
 * A driver on a Kysely instance. Its plugins are for other tables and are left out. Its pool may wait for ever, so each answer has a time
 * limit.
 */
export function kyselyDriver(
  instance: Kysely<unknown>,
  { isolation }: Dialect,
  milliseconds: number,
): DatabaseDriver {
  const db = instance.withoutPlugins()
  const answered = <T>(answer: Promise<T>) => inTime(answer, milliseconds)
  const queryOn =
    (db: Kysely<unknown>): Query =>
    async (statement) => {
      const result = await answered(db.executeQuery<Row>(toQuery(statement)))
      return {
        rows: result.rows,
        changes: Number(result.numAffectedRows ?? 0),
        insertId: result.insertId ?? 0n,
      }
    }
  return {
    query: queryOn(db),
    alone: (work) => db.connection().execute((connection) => work(queryOn(connection))),
    async begin() {
      const builder = db.startTransaction()
      const begun = (isolation ? builder.setIsolationLevel(isolation) : builder).execute()
      const transaction = await inTime(begun, milliseconds, () => {
        // A transaction that begins too late gives its connection back.
        begun.then((late) => late.rollback().execute()).catch(() => {})
      })
      return {
        query: queryOn(transaction),
        commit: () => answered(transaction.commit().execute()),
        rollback: () => answered(transaction.rollback().execute()),
      }
    },
    close: async () => {},
  }
}

/** A statement as Kysely's `CompiledQuery.raw()` makes it, the same in every version that has `startTransaction()`. */
function toQuery({ text, values }: Compiled): CompiledQuery<Row> {
  return { sql: text, parameters: values, query: rawNode([text], []), queryId: newQueryId() }
}

/** The notation of the instance's own compiler: third-party dialects may differ from those of Kysely. */
export function notationOf(db: Kysely<unknown>): Notation {
  const write = (nodes: RawNode['parameters']) => {
    const node = rawNode(['', ...nodes.map(() => '')], nodes)
    return db.getExecutor().compileQuery(node, newQueryId()).sql
  }
  const places: string[] = []
  const values = (count: number) => write(Array(count).fill({ kind: 'ValueNode', value: null }))
  return {
    quote: (name) => write([{ kind: 'IdentifierNode', name } as OperationNode]),
    placeholder: (number) => (places[number] ??= values(number).slice(values(number - 1).length)),
  }
}

function rawNode(sqlFragments: readonly string[], parameters: RawNode['parameters']): RawNode {
  return { kind: 'RawNode', sqlFragments, parameters }
}

function newQueryId(): QueryId {
  return { queryId: crypto.randomUUID() }
}
