// What only a configuration with a `database` needs, in a file of its own: src/storage/load-database.ts says why. Its name is one that no
// application has: where a bundler leaves the import of this file as it is, it must find this file or none.
import { loadOnce } from '../services/load-once.ts'
import { checkAtStart } from '../services/start-check.ts'
import { assertDriverOf, isServer } from '../stores/sql/drivers.ts'
import { isAskedAtStart } from '../stores/sql/server-check.ts'

export { account, enginePart } from './engine-part-of-storages.ts'

/** Loads the code that opens a database, at its first use. */
export const loadSql: () => Promise<typeof import('./sql.ts')> = loadOnce(() => import('./sql.ts'))

/** Looks for the driver of an address; where that is a server which is asked at the start, opens the storage to ask it. */
export async function checkDatabase(address: string, open: () => Promise<object>): Promise<void> {
  await assertDriverOf(address)
  if (isServer(address) && isAskedAtStart()) await checkAtStart(await open())
}
