import type { KyselyInstance } from '../types/config.ts'
import type { Storage, StorageSettings } from '../types/storage.ts'
import { assertAddress } from './address.ts'
import { lazyStorage } from './lazy-storage.ts'
import type { Database, SqlStorage } from './sql.ts'

/** The storage of `database: …`. Kysely and the driver are loaded at its first use. */
export function open(database: string | KyselyInstance): Required<Storage> {
  if (typeof database === 'string') assertAddress(database)
  let settings: StorageSettings | undefined
  let storage: SqlStorage | undefined
  return {
    ...lazyStorage(async () => {
      const { sql } = await import('./sql.ts')
      // A Kysely instance is known by its shape here, so that nobody loads its types who uses none.
      storage ??= sql(database as Database<unknown>)
      if (settings) storage.configure(settings)
      return storage
    }),
    configure(next) {
      settings = next
      storage?.configure(next)
    },
    close: async () => storage?.close(),
  }
}
