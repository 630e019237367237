import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2'
import { inTime } from '../../services/in-time.ts'
import { readFact } from './dialect.ts'
import { askGalera, isNode, readConfirmed } from './galera.ts'
import type { LentConnection, Pool } from './pooled-driver.ts'
import type { PoolOptions } from './postgres-pool.ts'

/** The module of `import('mysql2')`: the package is CommonJS. */
export interface Mysql2 {
  default: typeof import('mysql2')
}

/** The number of callers that may wait for each connection; more would only wait in vain. */
const waitingPerConnection = 100

/**
 * Settings that every session gets, whatever the server's own are. The driver writes values into statements and escapes quotes with a
 * backslash, so a backslash must mean that (no NO_BACKSLASH_ESCAPES). A value that does not fit is refused, never cut. A column of type
 * `timestamp` is read and written in UTC, as the driver expects. The server's own isolation locks the gaps between rows, even for a single
 * statement: two inserts for one person would each wait for the other's gap. A process that vanishes inside a transaction would hold its
 * locks for eight hours; MariaDB can end that, MySQL cannot.
 */
const sessionSettings = (timeout: number) => [
  `set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', session time_zone = '+00:00'
   /*M!100300 , session idle_transaction_timeout = ${Math.ceil((timeout * 3) / 1000)} */`,
  'set session transaction isolation level read committed',
]

/**
 * A pool of `mysql2` in UTC that drops stalled connections instead of lending them again. A caller waits for a connection no longer than
 * for an answer.
 */
export function mysqlPool({ default: mysql2 }: Mysql2, options: PoolOptions): Pool {
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
  /** A connection whose session has the settings; one that cannot get them is dropped. */
  const connect = async () => {
    const connection = await called<PoolConnection>((done) => pool.getConnection(done))
    if (ready.has(connection)) return connection
    try {
      const send = (sql: string) =>
        called<RowDataPacket[]>((done) => connection.query({ sql, timeout }, done))
      for (const sql of sessionSettings(statementTimeout)) await send(sql)
      if (isNode(await send(askGalera))) await send(readConfirmed)
    } catch (error) {
      connection.destroy()
      throw error
    }
    ready.add(connection)
    return connection
  }
  return {
    async connect() {
      const connecting = connect()
      const connection = await inTime(connecting, timeout, () => {
        // A connection that comes too late goes back to the pool.
        connecting.then((late) => late.release()).catch(() => {})
      })
      return lend(connection, statementTimeout)
    },
    // Errors do not matter here: the connection is closed, or was never opened.
    end: () => called<void>((done) => pool.end(() => done(null, undefined))),
  }
}

/**
 * The errors of a server that has become a replica, or of a node without its cluster (1047). The next connection may reach one that works.
 */
const uselessErrors: ReadonlySet<number> = new Set([1047, 1290, 1792, 1836])

/** The rows, or the outcome of a statement without any. */
type MysqlResult = RowDataPacket[] | ResultSetHeader

/** A connection of the pool. */
function lend(connection: PoolConnection, timeout: number): LentConnection {
  let hasStalled = false
  let isReplaced = false
  const send = async (sql: string, values: readonly unknown[] = []) => {
    // The driver would queue this behind a statement that never ends, and not even start its timeout.
    if (hasStalled) throw new Error('The connection has stalled')
    try {
      return await called<MysqlResult>((done) =>
        connection.query({ sql, timeout }, [...values], done),
      )
    } catch (error) {
      hasStalled ||= readFact(error, 'code') === 'PROTOCOL_SEQUENCE_TIMEOUT'
      isReplaced ||= uselessErrors.has(Number(readFact(error, 'errno')))
      throw error
    }
  }
  return {
    async query({ text, values }) {
      const result = await send(text, values)
      if (Array.isArray(result)) return { rows: result, changes: 0, insertId: 0n }
      return { rows: [], changes: result.affectedRows, insertId: BigInt(result.insertId) }
    },
    begin: () => send('begin'),
    commit: () => send('commit'),
    rollback: () => send('rollback'),
    release: (isUseless = false) =>
      isUseless || hasStalled || isReplaced ? connection.destroy() : connection.release(),
  }
}

/** The result that a driver's function passes to its callback. */
function called<T>(call: (done: (error: unknown, result: T) => void) => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  call((error, result) => (error ? reject(error) : resolve(result)))
  return promise
}
