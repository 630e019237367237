import { AuthError } from '../errors.ts'
import { loadInstalled } from '../services/installed-package.ts'
import type { Mysql2 } from './sql/mysql-pool.ts'

/** Drivers that are found when they are first needed, with what to write where a bundler has left them behind. */
const drivers = {
  pg: "pass `storage: postgres('…')` of porticojs/storage/postgres",
  mysql2: "pass `storage: mysql('…')` of porticojs/storage/mysql",
  redis: 'pass `redis()` a client that the application has made',
}

/** What the packages export. */
interface Packages {
  pg: typeof import('pg')
  mysql2: Mysql2
  redis: typeof import('redis')
}

/** Finds a driver that the application has installed, without a bundler seeing its name. */
export function findDriver<Name extends keyof Packages>(name: Name): Promise<Packages[Name]> {
  // What a package of that name exports.
  const load = async () => (await loadInstalled(name)) as Packages[Name]
  return loadDriver(name, load, `npm i ${name}. In a bundle without it, ${drivers[name]}.`)
}

/** Loads an optional package; says how to install it when it is not there. */
export async function loadDriver<T>(
  name: string,
  load: () => Promise<T>,
  hint: string = `npm i ${name}`,
): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new AuthError('Configuration', `This database needs the package ${name}`, {
      field: 'database',
      hint,
      cause,
    })
  }
}
