import { Kysely, MysqlDialect } from 'kysely'
import {
  type Connected,
  type ConnectOptions,
  connectionOptions,
  ownConnection,
} from './connected.ts'
import { mysql } from './mysql.ts'
import { type Mysql2, mysqlPool } from './mysql-pool.ts'
import { sharedConnection } from './shared-connection.ts'

/** A pool of connections to MySQL or MariaDB, with the driver that is loaded here at the first one. */
export function connectMysql(
  address: string,
  options: ConnectOptions,
  load: () => Promise<Mysql2>,
): Connected {
  const pool = async () => mysqlPool(await load(), { ...options, address })
  return sharedConnection(address, options, () => {
    const db = new Kysely<unknown>({ dialect: new MysqlDialect({ pool }) })
    return ownConnection(db, connectionOptions(mysql, options), false)
  })
}
