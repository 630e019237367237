import type { Pool } from 'pg'

/** Connections that everybody may have at once; Portico's default. */
const connections = 10

/** A pool of connections, with the driver that is loaded for it. */
export async function openPool(address: string): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: address, max: connections })
  // The server ends before the pool does, which without a listener would end the benchmark.
  pool.on('error', () => {})
  return pool
}

/** Whether an address is PostgreSQL's; otherwise it is a SQLite file's. */
export function isPostgres(address: string): boolean {
  return address.startsWith('postgres:')
}
