import type { Outcome, Row } from './dialect.ts'

/** A value that SQLite can store. */
export type SqliteValue = null | number | bigint | string | Uint8Array

/** A prepared statement of a synchronous SQLite driver. */
export interface SqliteStatement {
  all(...values: SqliteValue[]): unknown[]
  run(...values: SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}

/** The methods that `node:sqlite`, `bun:sqlite`, `better-sqlite3` and `libsql` have in common. */
export interface SqliteDatabase {
  prepare(statement: string): SqliteStatement
  exec(statements: string): unknown
  close(): unknown
}

/** One connection that keeps its prepared statements. */
export interface SqliteConnection {
  run(statement: string, values: readonly unknown[]): Outcome
  /** Waits until everything that was written is on the disk; only where a commit does not wait for that itself. */
  written?(): Promise<void>
  exec(statements: string): void
  close(): void
}

/** The most statements to keep. Ours are few, but those with the application's columns vary. */
const mostStatements = 200

/** A connection on top of a driver's database. */
export function createSqliteConnection(database: SqliteDatabase): SqliteConnection {
  const prepared = new Map<string, (values: SqliteValue[]) => Outcome>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known) return known
    if (prepared.size >= mostStatements) prepared.clear()
    const run = runner(text, database.prepare(text))
    prepared.set(text, run)
    return run
  }
  return {
    run: (text, values) => prepare(text)(values.map(toValue)),
    exec: (text) => void database.exec(text),
    close() {
      prepared.clear()
      database.close()
    },
  }
}

// The first word, behind comments, and `returning` tell which statements give rows. Applications write statements, too.
const givesRows =
  /^(?:\s|--.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:select|values|with|pragma|explain)\b|\breturning\b/i

function runner(text: string, statement: SqliteStatement): (values: SqliteValue[]) => Outcome {
  if (givesRows.test(text)) {
    return (values) => ({ rows: statement.all(...values).filter(isRow), changes: 0, insertId: 0n })
  }
  return (values) => {
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], changes: Number(changes), insertId: BigInt(lastInsertRowid) }
  }
}

function toValue(value: unknown): SqliteValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value === null || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

/** True for a database that the application has opened with a SQLite driver. */
export function isSqliteDatabase(value: object): value is SqliteDatabase {
  return 'prepare' in value && 'exec' in value && 'close' in value
}
