import { AuthError } from '../../errors.ts'
import { loadInstalled } from '../../services/installed-package.ts'
import { retry } from './retry.ts'
import { sqlite } from './sqlite.ts'
import {
  createSqliteConnection,
  type SqliteConnection,
  type SqliteDatabase,
} from './sqlite-connection.ts'

/**
 * The milliseconds that SQLite itself waits for another process. They are few, because that blocks the whole process; after them we wait
 * without blocking.
 */
const busyTimeout = 20

/** An embedded database: one connection that writes and, for a file, one that only reads. */
export interface SqliteFile {
  writer: SqliteConnection
  reader: SqliteConnection | undefined
}

/** Opens (and makes) a database file, or one in memory, with what the runtime brings. */
export async function openSqliteFile(path: string, retryMilliseconds: number): Promise<SqliteFile> {
  const open = await runtimeDriver()
  const isRetryable = (error: unknown) => sqlite.fault(error) === 'retry'
  const connect = (readOnly: boolean) =>
    retry(async () => prepare(openNamed(open, path, readOnly), readOnly), {
      milliseconds: retryMilliseconds,
      isRetryable,
      warn() {},
    })
  if (path !== ':memory:') makeForOwner(path)
  const writer = await connect(false)
  return { writer, reader: path === ':memory:' ? undefined : await connect(true) }
}

/**
 * Makes a new file that only its owner may read and write; the log and the shared memory beside it take over its permissions. A file
 * that exists is not even opened: closing it would end the locks that this process has on it.
 */
function makeForOwner(path: string): void {
  const { closeSync, existsSync, openSync } = process.getBuiltinModule('node:fs')
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch {
    // SQLite says why it cannot be made.
  }
}

/** The file of a `file:` address; undefined for any other. */
export function sqlitePath(address: string): string | undefined {
  if (address === ':memory:') return address
  if (!address.startsWith('file:')) return undefined
  const path = address.startsWith('file://') ? new URL(address).pathname : address.slice(5)
  return decodeURIComponent(path.replace(/%(?![\da-f]{2})/gi, '%25')) || undefined
}

/** Makes a connection wait for other writers and enforce foreign keys. */
export function prepareConnection(connection: SqliteConnection): void {
  connection.exec(`pragma busy_timeout = ${busyTimeout}`)
  connection.exec('pragma foreign_keys = on')
}

function prepare(database: SqliteDatabase, readOnly: boolean): SqliteConnection {
  const connection = createSqliteConnection(database)
  try {
    prepareConnection(connection)
    // Readers and the writer do not block each other; every commit survives a power failure.
    if (!readOnly) connection.exec('pragma journal_mode = wal; pragma synchronous = full')
    const [journal] = connection.run('pragma journal_mode', []).rows
    return journal?.journal_mode === 'wal' ? withFollowed(connection) : connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Lets some writes return before they are on the disk. The log is written in order, so a later write that waits for the disk waits for
 * them, too.
 */
function withFollowed(connection: SqliteConnection): SqliteConnection {
  return {
    ...connection,
    runFollowed(statement, values) {
      connection.exec('pragma synchronous = normal')
      try {
        return connection.run(statement, values)
      } finally {
        connection.exec('pragma synchronous = full')
      }
    },
  }
}

type Open = (path: string, readOnly: boolean) => SqliteDatabase

/** Opens a file. The error names it, which SQLite's own does not. */
function openNamed(open: Open, path: string, readOnly: boolean): SqliteDatabase {
  try {
    return open(path, readOnly)
  } catch (cause) {
    if (!/unable to open/.test(String(cause))) throw cause
    throw new AuthError('StorageError', `SQLite is unable to open ${path}`, {
      hint: 'Make its folder, and let this process write there: SQLite makes the file and two more beside it.',
      cause,
    })
  }
}

async function runtimeDriver(): Promise<Open> {
  try {
    return 'Bun' in globalThis ? await bunDriver() : await nodeDriver()
  } catch (cause) {
    throw new AuthError('Configuration', 'This runtime brings no SQLite', {
      field: 'database',
      hint: 'Use Node 22.13 or newer, Bun or Deno, or pass an open better-sqlite3 or libsql database. A Cloudflare worker has D1: porticojs/storage/d1.',
      cause,
    })
  }
}

async function nodeDriver(): Promise<Open> {
  // Bundlers for other platforms do not know `node:sqlite`.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  return (path, readOnly) => new DatabaseSync(path, { readOnly })
}

async function bunDriver(): Promise<Open> {
  // The shape that Bun documents for its own module, whose types are not installed here.
  const { Database } = (await loadInstalled('bun:sqlite')) as BunSqlite
  return (path, readOnly) =>
    new Database(path, readOnly ? { readonly: true } : { readwrite: true, create: true })
}

interface BunSqlite {
  Database: new (
    path: string,
    options: { readonly?: boolean; readwrite?: boolean; create?: boolean },
  ) => SqliteDatabase
}
