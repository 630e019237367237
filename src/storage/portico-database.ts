// What only a configuration with a `database` needs, in a file of its own: src/storage/load-database.ts says why. Its name is one that no
// application has: where a bundler leaves the import of this file as it is, it must find this file or none.
import { loadOnce } from '../services/load-once.ts'

export { assertDriverOf } from '../stores/sql/drivers.ts'
export { account, enginePart } from './engine-part-of-storages.ts'

/** Loads the code that opens a database, at its first use. */
export const loadSql: () => Promise<typeof import('./sql.ts')> = loadOnce(() => import('./sql.ts'))
