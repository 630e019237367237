import type { MysqlPool, MysqlPoolConnection } from 'kysely'
import type { PoolConnection } from 'mysql2'
import type { PoolOptions } from './postgres-pool.ts'

/** What `import('mysql2')` gives: the package is CommonJS. */
export interface Mysql2 {
  default: typeof import('mysql2')
}

/** How many may wait for each connection; more would only wait in vain. */
const waitingPerConnection = 100

/**
 * What every session is told before anything else, whatever the server's own settings are. The driver writes values into statements and
 * escapes quotes with a backslash, so a backslash must mean that (no NO_BACKSLASH_ESCAPES). A value that does not fit is refused, never
 * cut. A column of type `timestamp` is read and written in UTC, as the driver takes it.
 */
const sessionSettings =
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', session time_zone = '+00:00'"

type Answer = (error: unknown, result?: unknown) => void

/**
 * A pool of `mysql2` that keeps time in UTC and gives up stalled connections instead of handing them on. Nobody waits for
 * a connection longer than for an answer.
 */
export function mysqlPool({ default: mysql2 }: Mysql2, options: PoolOptions): MysqlPool {
  const { timeout, statementTimeout = timeout } = options
  const pool = mysql2.createPool({
    uri: options.address.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: options.connections,
    queueLimit: options.connections * waitingPerConnection,
    connectTimeout: timeout,
    timezone: 'Z',
    charset: 'utf8mb4',
    // A value that is an object must never become part of the statement.
    stringifyObjects: true,
    // A number beyond 2^53 comes as text, with all of its digits.
    supportBigNumbers: true,
    enableKeepAlive: true,
  })
  const ready = new WeakSet<PoolConnection>()
  /** Hands a connection on once its session is as it must be; one that cannot be is given up. */
  const connect = (answer: (error: unknown, connection?: PoolConnection) => void) =>
    pool.getConnection((error, connection) => {
      if (error || ready.has(connection)) return answer(error, connection)
      connection.query({ sql: sessionSettings, timeout }, (refused) => {
        if (refused) connection.destroy()
        else ready.add(connection)
        answer(refused, connection)
      })
    })
  return {
    getConnection(callback) {
      // Kysely reads the connection only without an error, and asks for streams nowhere here.
      const answer = (error: unknown, connection?: ReturnType<typeof usable>) =>
        callback(error, connection as MysqlPoolConnection)
      let late = false
      const timer = setTimeout(() => {
        late = true
        answer(new Error(`No connection within ${timeout} ms`))
      }, timeout)
      connect((error, connection) => {
        // Whoever has given up must not keep a connection from the others.
        if (late) return error ? undefined : connection?.release()
        clearTimeout(timer)
        if (error || !connection) answer(error)
        else answer(undefined, usable(connection, statementTimeout))
      })
    },
    // A connection that fails while it is closed is closed, and one that never opened is nothing to fail for.
    end: (callback) => pool.end(() => callback(undefined)),
  }
}

/** What a server says that has become a replica: the next connection may reach the one that took over. */
const readOnlyErrors: ReadonlySet<number> = new Set([1290, 1792, 1836])

/** A connection as Kysely uses it. */
function usable(connection: PoolConnection, timeout: number) {
  let stalled = false
  let isReadOnly = false
  return {
    query(sql: string, values: unknown[], answer: Answer) {
      // The driver would queue this behind what never ends, and not even start its clock.
      if (stalled) return answer(new Error('The connection has stalled'))
      connection.query({ sql, timeout }, values, (error, result) => {
        stalled ||= error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT'
        isReadOnly ||= readOnlyErrors.has(error?.errno ?? 0)
        answer(error, result)
      })
    },
    release: () => (stalled || isReadOnly ? connection.destroy() : connection.release()),
  }
}
