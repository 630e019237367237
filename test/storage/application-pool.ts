import pg from 'pg'

/**
 * A pool of an application that outlives its server: `pg` ends the process when a connection is lost and nobody listens, be it idle
 * (the pool tells) or in use (only the connection does).
 */
export function applicationPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
