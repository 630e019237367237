import { mysql } from './mysql.ts'
import { type Mysql2, mysqlPool } from './mysql-pool.ts'
import { type ConnectOptions, type OpenConnection, pooledConnection } from './open-connection.ts'
import { pooledDriver } from './pooled-driver.ts'
import { sharedConnection } from './shared-connection.ts'

/** A pool of connections to MySQL or MariaDB. The driver is loaded for the first of them. */
export function connectMysql(
  address: string,
  options: ConnectOptions,
  load: () => Promise<Mysql2>,
): OpenConnection {
  const create = (given: ConnectOptions) =>
    pooledDriver(async () => mysqlPool(await load(), { ...given, address }))
  return sharedConnection(address, options, () => pooledConnection(create, mysql, options))
}
