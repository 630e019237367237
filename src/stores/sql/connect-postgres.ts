import { type ConnectOptions, type OpenConnection, pooledConnection } from './open-connection.ts'
import { pooledDriver } from './pooled-driver.ts'
import { postgres } from './postgres.ts'
import { postgresPool } from './postgres-pool.ts'
import { addressesIn, firstWritable } from './several-hosts.ts'
import { sharedConnection } from './shared-connection.ts'

/** A pool of connections to PostgreSQL. The driver is loaded for the first of them. */
export function connectPostgres(
  address: string,
  options: ConnectOptions,
  load: () => Promise<typeof import('pg')>,
): OpenConnection {
  const create = (given: ConnectOptions) =>
    pooledDriver(async () => {
      const pg = await load()
      const pools = addressesIn(address).map((one) => postgresPool(pg, { ...given, address: one }))
      return pools.length === 1 && pools[0] ? pools[0] : firstWritable(pools)
    })
  return sharedConnection(address, options, () => pooledConnection(create, postgres, options))
}
