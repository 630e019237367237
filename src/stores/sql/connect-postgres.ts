import { type ConnectOptions, type OpenConnection, pooledConnection } from './open-connection.ts'
import { pooledDriver } from './pooled-driver.ts'
import { postgres } from './postgres.ts'
import { postgresPool } from './postgres-pool.ts'
import { sharedConnection } from './shared-connection.ts'

/** A pool of connections to PostgreSQL, with the driver that is loaded here at the first one. */
export function connectPostgres(
  address: string,
  options: ConnectOptions,
  load: () => Promise<typeof import('pg')>,
): OpenConnection {
  const create = (given: ConnectOptions) =>
    pooledDriver(async () => postgresPool(await load(), { ...given, address }))
  return sharedConnection(address, options, () => pooledConnection(create, postgres, options))
}
