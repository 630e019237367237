import { rethrow } from '../../services/installed-package.ts'
import { assertDriver, type Driver } from '../driver.ts'
import type { Mysql2 } from './mysql-pool.ts'

/** The driver of PostgreSQL, for an address that is known only when the application runs. */
export const pg: Driver<typeof import('pg')> = {
  name: 'pg',
  load: async (name) => {
    try {
      return await import(
        /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
          'pg'
      )
    } catch (cause) {
      return rethrow(cause)
    }
  },
  otherwise: 'pass `storage: postgres(process.env.DATABASE_URL)` of porticojs/storage/postgres',
}

/** The driver of MySQL and MariaDB, for such an address. */
export const mysql2: Driver<Mysql2> = {
  name: 'mysql2',
  load: async (name) => {
    try {
      return await import(
        /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: false */ /* turbopackOptional: true */ name ??
          'mysql2'
      )
    } catch (cause) {
      return rethrow(cause)
    }
  },
  otherwise: 'pass `storage: mysql(process.env.DATABASE_URL)` of porticojs/storage/mysql',
}

const drivers: ReadonlyMap<string, Driver> = new Map<string, Driver>([
  ['postgres', pg],
  ['postgresql', pg],
  ['mysql', mysql2],
  ['mariadb', mysql2],
])

function driverOf(address: string): Driver | undefined {
  return drivers.get(address.slice(0, address.indexOf(':')))
}

/** True if an address leads to a server; SQLite's is a file. */
export function isServer(address: string): boolean {
  return driverOf(address) !== undefined
}

/** Rejects if the driver of an address cannot be found. SQLite needs none. */
export async function assertDriverOf(address: string): Promise<void> {
  const driver = driverOf(address)
  if (driver) await assertDriver(driver, address)
}
