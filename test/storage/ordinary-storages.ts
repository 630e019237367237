import { memory } from '../../src/storage/memory.ts'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Storage } from '../../src/types/storage.ts'
import { type ServerName, temporaryFolder } from './servers.ts'

/** The storages that most applications have. */
export type OrdinaryStorage = Exclude<ServerName, 'PgBouncer'> | 'SQLite' | 'memory()'

/** A new storage of each; those of a server at its address. */
export const ordinaryStorages: Readonly<
  Record<OrdinaryStorage, (address: string) => Required<Storage>>
> = {
  'memory()': () => memory(),
  SQLite: () => sql(`file:${temporaryFolder()}/people.db`),
  PostgreSQL: (address) => sql(address),
  MariaDB: (address) => sql(address),
  Redis: (address) => redis(address) as Required<Storage>,
}
