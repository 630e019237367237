import type { MysqlPool, MysqlPoolConnection } from 'kysely'
import type { PoolOptions } from './postgres-pool.ts'

/** What `import('mysql2')` gives: the package is CommonJS. */
export interface Mysql2 {
  default: typeof import('mysql2')
}

/** How many may wait for each connection; more would only wait in vain. */
const waitingPerConnection = 100

/**
 * A pool of `mysql2` that keeps time in UTC and gives up stalled connections instead of handing them on. Nobody waits for
 * a connection longer than for an answer.
 */
export function mysqlPool({ default: mysql2 }: Mysql2, options: PoolOptions): MysqlPool {
  const { timeout } = options
  const pool = mysql2.createPool({
    uri: options.address.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: options.connections,
    queueLimit: options.connections * waitingPerConnection,
    connectTimeout: timeout,
    timezone: 'Z',
    charset: 'utf8mb4',
    // A value that is an object must never become part of the statement.
    stringifyObjects: true,
    enableKeepAlive: true,
  })
  type Answer = (error: unknown, result?: unknown) => void

  const wrap = (connection: Parameters<Parameters<typeof pool.getConnection>[0]>[1]) => {
    let stalled = false
    return {
      query(sql: string, values: unknown[], answer: Answer) {
        // The driver would queue this behind what never ends, and not even start its clock.
        if (stalled) return answer(new Error('The connection has stalled'))
        connection.query({ sql, timeout }, values, (error, result) => {
          stalled ||= error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT'
          answer(error, result)
        })
      },
      release: () => (stalled ? connection.destroy() : connection.release()),
    }
  }
  return {
    getConnection(callback) {
      // Kysely reads the connection only without an error, and asks for streams nowhere here.
      const answer = (error: unknown, connection?: ReturnType<typeof wrap>) =>
        callback(error, connection as MysqlPoolConnection)
      let late = false
      const timer = setTimeout(() => {
        late = true
        answer(new Error(`No connection within ${timeout} ms`))
      }, timeout)
      pool.getConnection((error, connection) => {
        // Whoever has given up must not keep a connection from the others.
        if (late) return error ? undefined : connection.release()
        clearTimeout(timer)
        if (error) answer(error)
        else answer(undefined, wrap(connection))
      })
    },
    // A connection that fails while it is closed is closed, and one that never opened is nothing to fail for.
    end: (callback) => pool.end(() => callback(undefined)),
  }
}
