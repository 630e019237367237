// The code that only a configuration with a `database` needs, in a file of its own: src/storage/load-database.ts says why. No application
// has a file of this name: a bundler may leave the import as it is, which must then find this file or none.
import { loadOnce } from '../services/load-once.ts'
import { checkAtStart } from '../services/start-check.ts'
import { assertDriverOf, isServer } from '../stores/sql/drivers.ts'
import { isAskedAtStart } from '../stores/sql/server-check.ts'

export { enginePart } from './engine-part-of-storages.ts'

/** Loads the code that opens a database, at its first use. */
export const loadSql: () => Promise<typeof import('./sql.ts')> = loadOnce(() => import('./sql.ts'))

/** Checks that the driver of an address is there and, where servers are asked at the start, that the server answers. */
export async function checkDatabase(address: string, open: () => Promise<object>): Promise<void> {
  await assertDriverOf(address)
  if (isServer(address) && isAskedAtStart()) await checkAtStart(await open())
}
