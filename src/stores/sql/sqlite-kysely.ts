import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Kysely's way to a synchronous SQLite connection. One user at a time has it; transactions write from the start. */
export function sqliteDialect(connect: () => Promise<SqliteConnection>, timeout: number): Dialect {
  return {
    createDriver: () => createDriver(connect, timeout),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

function createDriver(connect: () => Promise<SqliteConnection>, timeout: number): Driver {
  const turns = createTurns(timeout)
  let opened: SqliteConnection | undefined
  let connection: DatabaseConnection | undefined
  const exec = (text: string) => async () => opened?.exec(text)
  return {
    async init() {
      opened = await connect()
      connection = queryOn(opened)
    },
    async acquireConnection() {
      await turns.take()
      if (!connection) throw new Error('The database is closed')
      return connection
    },
    // A transaction that starts by reading could not write after another one has (SQLITE_BUSY_SNAPSHOT).
    beginTransaction: exec('begin immediate'),
    commitTransaction: exec('commit'),
    rollbackTransaction: exec('rollback'),
    releaseConnection: async () => turns.give(),
    async destroy() {
      opened?.close()
      opened = undefined
      connection = undefined
    },
  }
}

function queryOn(connection: SqliteConnection): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes, insertId } = connection.run(sql, parameters)
      // Kysely's signature promises the caller's row type for whatever the driver returns.
      return { rows: rows as R[], numAffectedRows: changes, insertId }
    },
    // biome-ignore lint/correctness/useYield: nothing here streams, and Kysely's interface has it
    async *streamQuery() {
      throw new Error('The embedded database does not stream')
    },
  }
}

/** A queue for one place. A transaction that never ends must not keep everybody waiting for ever. */
function createTurns(timeout: number) {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    async take(): Promise<void> {
      if (!taken) {
        taken = true
        return
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(resolve), 1)
        reject(new Error(`No turn within ${timeout} ms: another transaction is still open`))
      }, timeout)
      waiting.push(resolve)
      await promise.finally(() => clearTimeout(timer))
    },
    give(): void {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}
