import type { Storage, StorageSettings } from '../types/storage.ts'
import { deferred } from './deferred.ts'
import type { Database, SqlStorage } from './sql.ts'

/** The storage of `database: …`. Kysely and the driver are loaded at its first use. */
export function open<DB>(database: Database<DB>): Required<Storage> {
  let settings: StorageSettings | undefined
  let loaded: Promise<SqlStorage> | undefined
  const load = async () => {
    const { sql } = await import('./sql.ts')
    const storage = sql(database)
    if (settings) storage.configure(settings)
    return storage
  }
  const once = () => {
    loaded ??= load()
    return loaded
  }
  return {
    ...deferred(once),
    configure(next) {
      settings = next
      loaded?.then((storage) => storage.configure(next))
    },
    async close() {
      await (await loaded)?.close()
    },
  }
}
