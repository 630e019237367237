import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { loadDriver } from '../driver.ts'

/** How a pool of connections behaves. */
export interface PoolOptions {
  address: string
  /** The most connections at once. */
  connections: number
  /** How long a connection or a statement may take, in milliseconds. */
  timeout: number
  warn: (message: string) => void
}

/** A pool of `pg` whose stalled connections are given up instead of handed on. */
export async function postgresPool(options: PoolOptions): Promise<PostgresPool> {
  const { default: pg } = await loadDriver('pg', () => import('pg'))
  const { timeout } = options
  const pool = new pg.Pool({
    connectionString: options.address,
    max: options.connections,
    connectionTimeoutMillis: timeout,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: timeout * 3,
    keepAlive: true,
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', () => options.warn('An idle connection to the database was lost'))
  return {
    async connect() {
      const client = await pool.connect()
      // The same for a connection that is lost between two statements of a transaction; the next statement says so.
      const ignore = () => {}
      client.on('error', ignore)
      let stalled = false
      const query = (statement: string, values: readonly unknown[]) => {
        const answer = client.query(statement, [...values])
        return inTime(answer, timeout * 1.5, () => {
          stalled = true
        })
      }
      const release = () => {
        client.off('error', ignore)
        client.release(stalled)
      }
      // Kysely's type also has cursors, which are not used here.
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** The server limits statements too, but a server that hangs does not. */
async function inTime<T>(answer: Promise<T>, timeout: number, giveUp: () => void): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    giveUp()
    late.reject(new Error(`No answer within ${timeout} ms`))
  }, timeout)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
