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
    if (readOnly) return connection
    // Readers and the writer do not block each other; every commit survives a power failure.
    connection.exec('pragma journal_mode = wal; pragma synchronous = full')
    const [journal] = connection.run('pragma journal_mode', []).rows
    return journal?.journal_mode === 'wal' ? writtenTogether(connection) : connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Lets commits that come together reach the disk together, without keeping the process from other work meanwhile: SQLite would wait for
 * each of them. The log is written in order, so what is on the disk is whole.
 */
function writtenTogether(connection: SqliteConnection): SqliteConnection {
  const log = openLog(connection)
  if (!log) return connection
  connection.exec('pragma synchronous = normal')
  const written = shared(log.flush)
  return {
    ...connection,
    written,
    close() {
      connection.close()
      // It ends behind what is still on its way.
      written().then(log.close, log.close)
    },
  }
}

/** The write-ahead log of an open database; undefined if it cannot be opened here too. No lock is on it, which closing it would end. */
function openLog(
  connection: SqliteConnection,
): { flush(): Promise<void>; close(): void } | undefined {
  const { closeSync, fdatasync, openSync } = process.getBuiltinModule('node:fs')
  const [main] = connection.run('pragma database_list', []).rows
  // The first read makes the log.
  connection.run('select count(*) from sqlite_master', [])
  try {
    const log = openSync(`${main?.file}-wal`, 'r+')
    return {
      flush: () =>
        new Promise((resolve, reject) =>
          fdatasync(log, (error) => (error ? reject(error) : resolve())),
        ),
      close: () => closeSync(log),
    }
  } catch {
    return undefined
  }
}

/** Does something for all who ask before it begins. Who asks while it goes on may have come too late for it, and gets the next time. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    last = work()
    return last
  }
  return () => {
    next ??= last.then(begin, begin)
    return next
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
