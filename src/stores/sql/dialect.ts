import type { Codec } from './codec.ts'
import type { Kind } from './schema.ts'
import type { Notation, Sql, Statement } from './sql.ts'

/** A row as the driver gives it. */
export type Row = Record<string, unknown>

/** The outcome of a statement. */
export interface Outcome {
  rows: readonly Row[]
  /** The number of rows that were inserted, updated or deleted. */
  changes: number
  /** The id that the database generated, where it reports one unasked. */
  insertId: bigint
}

/** Runs one statement. */
export type Run = (statement: Statement) => Promise<Outcome>

/** A column as it was found in the database. */
export interface FoundColumn {
  name: string
  /** The type in the database's own words, in lower case. */
  type: string
  /** The type as it must be written to make another column like it. */
  definition: string
  nullable: boolean
  /** The most characters that it holds, where that may be too few. */
  length?: number | undefined
  /** The database fills it when it is left out. */
  automatic: boolean
}

/** A table as it was found in the database. */
export interface FoundTable {
  columns: readonly FoundColumn[]
  indexes: readonly { columns: readonly string[]; unique: boolean }[]
}

/** The reason why a statement failed, as far as it matters what to do next. */
export type Fault =
  /** A unique key exists. */
  | 'duplicate'
  /** The row that a foreign key points to does not exist. */
  | 'orphan'
  /** Nothing was done, and another attempt may succeed: a deadlock, a lock held too long. */
  | 'retry'
  /** The connection broke; the statement may or may not have run. */
  | 'lost'
  /** The database cannot hold a value: it is too long, or has a character that is not in its character set. */
  | 'unfit'
  | 'other'

/** A table, as far as a statement names it. */
export interface NamedTable {
  name: Sql
  column(key: string): { name: Sql }
}

/** A statement of every transaction that locks a row, so that one of two on different nodes fails. */
export type Guard = (id: string) => Sql

/** Everything in which the databases differ. */
export interface Dialect extends Notation {
  name: 'sqlite' | 'postgres' | 'mysql'
  types: Readonly<Record<Kind, string>>
  /** Refuses the application's own connection if its settings change what statements mean. */
  assertSafe?(run: Run): Promise<void>
  /** The words after a table's definition. */
  tableOptions(run: Run): Promise<string>
  /** `insert`, `update` and `delete` can return rows. */
  returning: boolean
  /** True if `with` can insert, update and delete: one statement then replaces a transaction. */
  writesInWith: boolean
  /** The words for "insert, or change what is there". */
  upsert: 'on conflict' | 'on duplicate key'
  /** The isolation to ask for where the default may lock too much, or show outdated rows. */
  isolation: 'read committed' | undefined
  /** The codec for a column of the application. */
  foreign(type: string): Codec
  /** Keeps a row that was read from being deleted before the transaction ends. */
  share: string
  /** Keeps a row that was read from being changed before the transaction ends. */
  exclusive: string
  /**
   * The expression for a column, or for a `typed` text, when texts are searched by their beginning: in one order on every database, without
   * regard to case.
   */
  search(text: Sql, typed?: true): Sql
  /** The same expression of a column for an index; absent where another index serves. */
  searchIndex?(column: string): string
  /** The type of a column that the database generates from another one, without regard to case; absent where an index does that. */
  folded?(column: string): string
  /** Makes the statement that tells all nodes of a cluster about a locked row, if each node knows only its own locks. */
  guard?(run: Run, leases: NamedTable): Promise<Guard | undefined>
  /** A condition that is always true and lets the statement return before it is on the disk. Anything later reaches the disk after it. */
  hurry?: Sql
  /** The database's own time, in milliseconds since 1970. */
  clock: Sql
  codec(kind: Kind, type: string): Codec
  /** The statement with which a developer lets a column be empty. */
  allowNull(run: Run, table: string, column: FoundColumn): Promise<string>
  /** The tables of these names, as far as they exist. */
  inspect(run: Run, tables: readonly string[]): Promise<ReadonlyMap<string, FoundTable>>
  fault(error: unknown): Fault
}

/** Reads a property of a thrown value without trusting its shape. */
export function readFact(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}

/** Gathers rows of columns and rows of indexes into tables. */
export function gather(
  columns: readonly (FoundColumn & { table: string })[],
  indexes: readonly { table: string; columns: readonly string[]; unique: boolean }[],
): ReadonlyMap<string, FoundTable> {
  const tables = Map.groupBy(columns, ({ table }) => table)
  return new Map(
    [...tables].map(([name, found]) => [
      name,
      { columns: found, indexes: indexes.filter(({ table }) => table === name) },
    ]),
  )
}
