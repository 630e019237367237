import type { CompiledQuery, Kysely, OperationNode, QueryId, RawNode } from 'kysely'
import { AuthError } from '../../errors.ts'
import type { KyselyInstance } from '../../types/config.ts'
import { inTime } from '../in-time.ts'
import { createConnection } from './connection.ts'
import type { DatabaseDriver, Query } from './database-driver.ts'
import type { Dialect, Row } from './dialect.ts'
import { mysql } from './mysql.ts'
import {
  type ConnectOptions,
  connectionOptions,
  migrationMilliseconds,
  type OpenConnection,
  patiently,
} from './open-connection.ts'
import { postgres } from './postgres.ts'
import type { Compiled, Notation } from './sql.ts'
import { sqlite } from './sqlite.ts'

/** A connection on top of the application's Kysely instance, of whatever version; whoever made it ends it. */
export function connectKysely(instance: KyselyInstance, options: ConnectOptions): OpenConnection {
  if (!('startTransaction' in instance)) throw tooOld()
  // Versions differ in their types, each of which is of its own class, but not in what is called here.
  const db = instance as Kysely<unknown>
  const dialect = { ...detectDialect(db), ...notationOf(db) }
  const own = connectionOptions(dialect, options)
  return {
    connection: createConnection(kyselyDriver(db, dialect, options.timeout * 1.5), own),
    embedded: false,
    forMigration: () => patiently(kyselyDriver(db, dialect, migrationMilliseconds), own),
    close: async () => {},
  }
}

/** A driver on a Kysely instance. Its plugins are for other tables, and its pool may wait for ever, so each answer has a time limit. */
function kyselyDriver(
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
      const begin = isolation ? builder.setIsolationLevel(isolation) : builder
      const transaction = await answered(begin.execute())
      return {
        query: queryOn(transaction),
        commit: () => answered(transaction.commit().execute()),
        rollback: () => answered(transaction.rollback().execute()),
      }
    },
    close: async () => {},
  }
}

/** A statement as Kysely's `CompiledQuery.raw()` makes it, the same in every version since transactions can be taken step by step. */
function toQuery({ text, values }: Compiled): CompiledQuery<Row> {
  return { sql: text, parameters: values, query: rawNode([text], []), queryId: newQueryId() }
}

/** How the instance's own compiler writes names and places: dialects of other makers may differ from those of Kysely. */
function notationOf(db: Kysely<unknown>): Notation {
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

/** Kysely does not name its dialects, but they differ in what they can do; so do those of other makers. */
function detectDialect(db: Kysely<unknown>): Dialect {
  const { supportsReturning, supportsTransactionalDdl } = db.getExecutor().adapter
  if (supportsReturning) return supportsTransactionalDdl ? postgres : sqlite
  if (!supportsTransactionalDdl) return mysql
  throw new AuthError('Unsupported', 'Storages in SQL speak SQLite, PostgreSQL and MySQL', {
    field: 'database',
  })
}

function tooOld(): AuthError {
  return new AuthError('Configuration', 'The Kysely instance is of a version before 0.28', {
    field: 'database',
    hint: 'Update Kysely: `npm i kysely@latest`. Or pass the address of the database.',
  })
}
