import type { ConnectOptions, OpenConnection } from '../sql/open-connection.ts'
import { createD1Connection, type D1 } from './connection.ts'

/** A connection to a D1 database, which the platform opens and closes. */
export function connectD1(database: D1, options: ConnectOptions): OpenConnection {
  const connection = createD1Connection(database, options)
  const close = async () => {}
  const forMigration = () => ({ connection, close })
  return { connection, embedded: true, perRequest: true, forMigration, close }
}
