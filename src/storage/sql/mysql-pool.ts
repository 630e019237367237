import type { MysqlPool, MysqlPoolConnection } from 'kysely'
import { loadDriver } from '../driver.ts'
import type { PoolOptions } from './postgres-pool.ts'

/** A pool of `mysql2` that keeps time in UTC and gives up stalled connections instead of handing them on. */
export async function mysqlPool(options: PoolOptions): Promise<MysqlPool> {
  const { default: mysql2 } = await loadDriver('mysql2', () => import('mysql2'))
  const { timeout } = options
  const pool = mysql2.createPool({
    uri: options.address.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: options.connections,
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
      pool.getConnection((error, connection) => {
        // Kysely reads the connection only without an error, and asks for streams nowhere here.
        callback(error, (error ? undefined : wrap(connection)) as MysqlPoolConnection)
      })
    },
    end: (callback) => pool.end(callback),
  }
}
